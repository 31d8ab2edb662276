import type { Deps } from '../connect.ts';
import { DomainError } from '../domain-error.ts';
import { clientModel, openForClient } from './client.model.ts';

/** @returns null until staff know it. @throws DomainError `not-found` for a session without its client (SPEC section 8). */
export async function readFirstName(
  clientId: string,
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
): Promise<string | null> {
  const client = await clientModel(portal).findOne({ _id: clientId }, { first_name: 1 }).lean();
  if (!client) throw new DomainError('not-found', 'Could not load client data.');
  return client.first_name && openForClient(keys, clientId, 'first_name', client.first_name);
}
