import { easternToday } from '@claimdesk/forms/eastern-time';
import { staffForms } from '@claimdesk/forms/staff-forms';
import { Types } from 'mongoose';
import { eventsCollection } from '#api/accounts/clients/events.ts';
import type { CameBy } from '#api/casework/duties/case-event.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { requireValid } from '#api/platform/valid-answers.ts';
import { makeMatter } from './make-matter.ts';

interface NewMatterByStaff {
  /** Of the form `new-matter`. */
  answers: unknown;
  /** The id of its first event: the same one opens it once. */
  event: string;
  /** The id of the staff account, whose matter it is. */
  staff: string;
}

/**
 * Opens a matter for somebody who called, came by or was referred, before anything is signed.
 *
 * @returns its number. @throws DomainError `bad-input` with a message for each field.
 */
export async function openNewMatter(
  { answers, event, staff }: NewMatterByStaff,
  deps: Pick<Deps, 'portal' | 'keys' | 'payload' | 'content'>,
): Promise<string> {
  const said = requireValid(staffForms['new-matter'], answers) as Record<string, string>;
  const { first_name: firstName = '', last_name: lastName = '', phone = '', how } = said;
  const closings = await readFederalClosings(deps);
  const _id = new Types.ObjectId(event);
  return inTransaction(deps.portal, async (session) => {
    const before = await eventsCollection.model(deps.portal).findOne({ _id }).session(session).lean();
    if (before?.matter) return before.matter;
    return makeMatter(
      {
        person: { firstName, lastName, phones: [phone], dateOfBirth: '', ssn: '', address: '', email: '' },
        facts: { kind: 'opened', day: easternToday(), how: how as CameBy },
        ...{ source: 'staff', by: staff, owner: staff, at: new Date(), event: _id },
      },
      { ...deps, closings },
      session,
    );
  });
}
