import { type Owner, readOwners } from '#api/accounts/staff/owners.ts';
import { type ListRequest, readListing } from '#api/casework/lists/list-request.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { readPage } from '#api/platform/database/cursor.ts';
import type { Reading } from '#api/platform/deps.ts';
import { type Matter, matterStatuses, mattersCollection, type Standing } from './matter.model.ts';
import { matterNumberIn } from './matter-number.ts';
import { nameOf, openPerson } from './person.ts';

export interface MatterRow extends Standing {
  number: string;
  name: string;
  phone: string;
  owner: Owner | null;
  nextDue: CalendarDate | null;
  /** ISO 8601. */
  openedAt: string;
  isSample: boolean;
}

export const listedMatters = {
  collection: mattersCollection.name,
  field: 'opened_at',
  ids: 'code',
  statuses: matterStatuses,
  idIn: matterNumberIn,
  hasOwners: true,
} as const;

/** @returns matters, newest first unless asked otherwise, 25 at a time. @throws DomainError `bad-input`. */
export async function listMatters(
  request: ListRequest,
  deps: Reading,
): Promise<{ rows: MatterRow[]; next: string | null }> {
  const listing = readListing(request, listedMatters, deps.keys);
  const found = await readPage(mattersCollection.model(deps.portal), listing, {
    field: 'opened_at',
    ids: 'code',
    projection: { search_tokens: 0, ssn_lookup: 0 },
  });
  const owners = await readOwners(
    found.rows.map(({ owner }) => owner),
    deps.portal,
  );
  const present = async (matter: Matter): Promise<MatterRow> => {
    const person = await openPerson(matter, deps);
    const { level, status, outcome, owner } = matter;
    return {
      number: matter._id,
      name: nameOf(person),
      phone: person.phones[0] ?? '',
      ...{ level, status, outcome },
      owner: (owner && owners.get(owner)) || null,
      nextDue: matter.next_due,
      openedAt: matter.opened_at.toISOString(),
      isSample: matter.sample === true,
    };
  };
  return { rows: await Promise.all(found.rows.map(present)), next: found.next };
}
