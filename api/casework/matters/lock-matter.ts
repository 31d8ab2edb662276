import type { Connection, mongo } from 'mongoose';
import { DomainError } from '#api/platform/domain-error.ts';
import { type Matter, mattersCollection } from './matter.model.ts';

/**
 * Reads a matter that is about to be changed, in the caller's transaction. It writes before it reads, so that of concurrent changes the
 * later one sees the result of the other.
 *
 * @throws DomainError `not-found`.
 */
export async function lockMatter(
  number: string,
  portal: Connection,
  session: mongo.ClientSession,
): Promise<Matter> {
  const model = mattersCollection.model(portal);
  await model.updateOne({ _id: number }, { $inc: { changes: 1 } }, { session });
  const matter = await model.findOne({ _id: number }).session(session).lean<Matter>();
  if (!matter) throw new DomainError('not-found', 'This matter was not found.');
  return matter;
}
