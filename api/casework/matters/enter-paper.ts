import { newsEmail } from '#api/casework/claims/claim-news.ts';
import type { Duty } from '#api/casework/duties/duty.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { enterEvent } from './change-matter.ts';
import { endAnswered } from './end-answered.ts';
import { type Entered, factsOf } from './entered-facts.ts';
import { mattersCollection } from './matter.model.ts';
import { confirmedClientOf } from './read-matter.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log' | 'payload' | 'content' | 'settings' | 'readFirm'>;

interface Staff {
  id: string;
  name: string;
}

/** What a client reads nothing of: work of the staff. */
const forStaff: readonly Entered['kind'][] = [
  'task',
  'first contact',
  'records requested',
  'records received',
  'records sent',
  'appointment filed',
  'fee agreement filed',
  'fee paid',
];

/**
 * Enters what staff read in a paper, or what they did. A client who reads of it in the portal gets an email that there is news,
 * and never what.
 *
 * @param id of the event: the same one enters it once. @returns the duties that it made or changed.
 * @throws DomainError as `enterEvent`.
 */
export async function enterPaper(
  { matter, entered, id, staff }: { matter: string; entered: Entered; id: string; staff: Staff },
  deps: Dependencies,
): Promise<Duty[]> {
  const [closings, email] = await Promise.all([
    readFederalClosings(deps),
    forStaff.includes(entered.kind) ? null : newsFor(matter, deps),
  ]);
  return inTransaction(deps.portal, async (session) => {
    const facts = (events: Parameters<typeof factsOf>[1]) => factsOf(entered, events);
    const event = { matter, id, facts, source: 'staff', by: staff.id } as const;
    const counting = { ...deps, closings };
    const changed = await enterEvent(event, counting, session);
    if (changed) await endAnswered({ matter, entered, by: staff.name }, counting, session);
    if (changed && email) await enqueue(email, { ...deps, session });
    return changed ?? [];
  });
}

async function newsFor(matter: string, deps: Dependencies) {
  const links = { contract: 1, client_id: 1 } as const;
  const found = await mattersCollection.model(deps.portal).findOne({ _id: matter }, links).lean();
  const account = found && (await confirmedClientOf(found, deps));
  return account && newsEmail(account, deps);
}
