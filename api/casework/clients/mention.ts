import { type mongo, Types } from 'mongoose';
import { requireOwner } from '#api/accounts/staff/owners.ts';
import { mentionOf } from '#api/casework/matters/add-matter-note.ts';
import { enterEvent } from '#api/casework/matters/change-matter.ts';
import { openMatterOf } from '#api/casework/matters/client-matters.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addNote } from './client-notes.ts';

interface Mentioning {
  /** The id of the client. */
  id: string;
  /** The id of the author's account. */
  staff: string;
  /** The id of the account that is mentioned. */
  tell: string;
}

type Dependencies = Parameters<typeof addNote>[1] & Pick<Deps, 'payload' | 'content' | 'log'>;

/**
 * Adds a note and, in the same transaction, what somebody who is mentioned in it has to do: to read it today, in the client's newest
 * matter.
 *
 * @throws DomainError as `addNote`; `bad-input` for somebody who cannot be told.
 */
export async function addNoteAndTell(
  { tell, ...written }: Parameters<typeof addNote>[0] & { tell?: string | undefined },
  deps: Dependencies,
): Promise<void> {
  const mention = tell === undefined ? undefined : await prepareMention({ ...written, tell }, deps);
  await addNote(written, deps, mention);
}

async function prepareMention(
  { id, staff, tell }: Mentioning,
  deps: Dependencies,
): Promise<(session: mongo.ClientSession) => Promise<unknown>> {
  await requireOwner(tell, deps.portal, 'tell');
  const counting = { ...deps, closings: await readFederalClosings(deps) };
  // In a transaction of its own: the key of a new matter is read outside of the one that makes it.
  const matter = await inTransaction(deps.portal, (session) => openMatterOf(id, counting, session));
  const mention = mentionOf({ matter, staff, tell, id: new Types.ObjectId().toHexString() });
  return (session) => enterEvent(mention, counting, session);
}
