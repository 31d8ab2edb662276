import { easternToday } from '@claimdesk/forms/eastern-time';
import { requireOwner } from '#api/accounts/staff/owners.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { eventIdOf, readCaseEvents } from './case-events.ts';
import { enterEvent, type NewFacts } from './change-matter.ts';

interface WrittenNote {
  /** The number of the matter. */
  id: string;
  /** The same note under the same key is added once. */
  key: string;
  text: string;
  /** The id of the account that is mentioned. */
  tell?: string | undefined;
  /** The id of the author's account. */
  staff: string;
}

/**
 * Adds a note of staff to what happened in a matter and, in the same transaction, what somebody who is mentioned in it has to do.
 *
 * @throws DomainError `not-found`; `bad-input` for somebody who cannot be told; `conflict` when the key belongs to another note.
 */
export async function addMatterNote(
  { id: matter, key, text, tell, staff }: WrittenNote,
  deps: Pick<Deps, 'portal' | 'keys' | 'payload' | 'content'>,
): Promise<void> {
  if (tell !== undefined) await requireOwner(tell, deps.portal, 'tell');
  const counting = { ...deps, closings: await readFederalClosings(deps) };
  const id = eventIdOf(`${matter} ${key}`);
  const facts = { kind: 'note', day: easternToday(), text } as const;
  await inTransaction(deps.portal, async (session) => {
    const note = { matter, id, facts, source: 'staff', by: staff } as const;
    if (await enterEvent(note, counting, session)) {
      const mention = eventIdOf(`mention ${id}`);
      if (tell !== undefined)
        await enterEvent(mentionOf({ matter, staff, tell, id: mention }), counting, session);
      return;
    }
    const earlier = (await readCaseEvents(matter, deps, session)).find((event) => event.id === id);
    if (earlier?.kind !== 'note' || earlier.text !== text)
      throw new DomainError(
        'conflict',
        'A note was saved from here before. Close this, and look at what happened.',
      );
  });
}

interface Mention extends Pick<NewFacts, 'matter' | 'id'> {
  staff: string;
  tell: string;
}

/** @returns what somebody has to do who is mentioned in a note: to read it today. It is theirs, whoever has the matter. */
export function mentionOf({ matter, id, staff, tell }: Mention): NewFacts {
  const today = easternToday();
  const facts = { kind: 'task', day: today, what: 'Mentioned in a note', dueOn: today } as const;
  return { matter, id, facts, source: 'staff', by: staff, owner: tell };
}
