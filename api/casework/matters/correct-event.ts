import { easternToday } from '@claimdesk/forms/eastern-time';
import { isSamePerson } from '#api/casework/duties/close-duty.ts';
import { taskRule } from '#api/casework/duties/count-due.ts';
import { currentFacts } from '#api/casework/duties/current-facts.ts';
import { dutyId } from '#api/casework/duties/duty.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { endDuty, enterEvent, openMatter } from './change-matter.ts';
import { checkOf } from './client-letter.ts';
import { type Entered, factsOf } from './entered-facts.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'payload' | 'content'>;

interface CorrectedEvent {
  matter: string;
  /** The id of the event that was wrong, or that is confirmed. */
  event: string;
  /** What it should have said; null where it never happened, `same` where it is right. */
  entered: Entered | null | 'same';
  /** Who agrees that a day on which a right is lost goes without another in its place. */
  secondPerson?: string | undefined;
  /** The id of the correction: the same one corrects once. */
  id: string;
  staff: { id: string; name: string };
}

/**
 * Corrects what was entered, or confirms what a client has entered: what it makes due is counted again. Events stay; a correction
 * is one more.
 *
 * @throws DomainError as `applyEvent`; `not-found` for an event that is not there, and `conflict` for one that was corrected.
 */
export async function correctEvent(corrected: CorrectedEvent, deps: Dependencies): Promise<void> {
  const { matter, event: corrects, entered, secondPerson, id, staff } = corrected;
  if (secondPerson && isSamePerson(secondPerson, staff.name)) {
    const text = 'The second reviewer has to be somebody else.';
    throw new DomainError('bad-input', text, { fields: { second_person: text } });
  }
  const closings = await readFederalClosings(deps);
  const counting = { ...deps, closings };
  await inTransaction(deps.portal, async (session) => {
    const made = await enterEvent(
      {
        ...{ matter, id, source: 'staff', by: staff.id, name: staff.name },
        facts(events) {
          const now = currentFacts(events).find(({ event }) => event.id === corrects);
          const facts = entered === 'same' ? now?.facts : entered && factsOf(entered, events);
          if (facts === undefined)
            throw new DomainError('conflict', 'Somebody else has corrected this already. Look at it again.');
          const checkedBy = secondPerson ? { checkedBy: secondPerson } : {};
          return { kind: 'correction', day: easternToday(), corrects, facts, ...checkedBy };
        },
      },
      counting,
      session,
    );
    if (!made) return;
    // Somebody has looked at it: nobody has to be asked to any more.
    const check = dutyId(checkOf(corrects), taskRule);
    const { duties } = await openMatter(matter, deps, session);
    if (!duties.some((duty) => duty.id === check && duty.state === 'open')) return;
    const what = entered === 'same' ? 'Confirmed' : 'Corrected';
    const outcome = { state: 'done', what, on: easternToday(), by: staff.name } as const;
    await endDuty({ matter, duty: check, outcome }, counting, session);
  });
}
