import { newsEmail } from '#api/casework/claims/claim-news.ts';
import { appealAskedBy } from '#api/casework/duties/answered-duties.ts';
import { closeDuty } from '#api/casework/duties/close-duty.ts';
import type { Duty, DutyOutcome } from '#api/casework/duties/duty.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { endDuty, enterEvent, openMatter } from './change-matter.ts';
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
    const event = { matter, id, facts, source: 'staff', by: staff.id, name: staff.name } as const;
    const changed = await enterEvent(event, { ...deps, closings }, session);
    if (changed && email) await enqueue(email, { ...deps, session });
    return changed ?? [];
  });
}

/**
 * Ends a duty with what a person says about it. An appeal that was filed is entered as that, which ends what asked for it, and of
 * which the client gets an email that there is news.
 *
 * @param id of the event of the filing: the same one enters it once.
 * @throws DomainError as `closeDuty` and `enterEvent`; `not-found` for an unknown duty.
 */
export async function finishDuty(
  {
    matter,
    duty: ended,
    outcome,
    ...by
  }: { matter: string; duty: string; outcome: DutyOutcome; id: string; staff: Staff },
  deps: Dependencies,
): Promise<void> {
  const filing = await filingOf({ matter, duty: ended, outcome }, deps);
  if (filing) {
    await enterPaper({ matter, entered: filing, ...by }, deps);
    return;
  }
  const closings = await readFederalClosings(deps);
  await inTransaction(deps.portal, (session) =>
    endDuty({ matter, duty: ended, outcome }, { ...deps, closings }, session),
  );
}

/** @returns what the end of a duty says was filed, as staff enter it; null where nothing was, and for an unknown duty. */
async function filingOf(
  { matter, duty: id, outcome }: { matter: string; duty: string; outcome: DutyOutcome },
  deps: Dependencies,
): Promise<Entered | null> {
  const { duties } = await openMatter(matter, deps);
  const duty = duties.find((each) => each.id === id);
  const level = duty && appealAskedBy(duty, duties);
  const { state, what, on: day, confirmation, secondPerson } = outcome;
  if (!level || state === 'waived' || state === 'missed') return null;
  // Refuses what contradicts the days of this one.
  closeDuty(duty, outcome);
  return {
    ...{ kind: 'appeal filed', day, level, what },
    ...(confirmation && { confirmation }),
    ...(secondPerson && { secondPerson }),
  };
}

async function newsFor(matter: string, deps: Dependencies) {
  const links = { contract: 1, client_id: 1 } as const;
  const found = await mattersCollection.model(deps.portal).findOne({ _id: matter }, links).lean();
  const account = found && (await confirmedClientOf(found, deps));
  return account && newsEmail(account, deps);
}
