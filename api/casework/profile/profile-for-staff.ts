import type { Reading } from '#api/platform/deps.ts';
import { entryText, type ShownAnswers, shownAnswers } from './entry-text.ts';
import type { ProfileEntry } from './profile-entry.model.ts';
import { type ProfileKind, rulesOf } from './profile-kinds.ts';
import { openEntry, readRows } from './read-entries.ts';
import { byVisitDate } from './visit-dates.ts';

export interface EnteredValue {
  id: string;
  /** Lines of plain text. */
  value: string;
  /** Short facts: that it is the primary one, what the client allows. */
  notes: string[];
  /** ISO 8601: when the client entered it, or changed it last. */
  at: string;
}

/** By kind, the primary entry first; treatments with the newest visit first. */
export type EnteredProfile = Record<ProfileKind, EnteredValue[]>;

export async function readEnteredProfile(client: string, deps: Reading): Promise<EnteredProfile> {
  const read = async (kind: ProfileKind) => {
    const rows = await readRows({ client, kind }, deps);
    return Promise.all(rows.map((row) => showEntry(row, deps)));
  };
  const [addresses, phones, emails, contacts, facilities, treatments] = await Promise.all([
    read('mailing-address'),
    read('phone-number'),
    read('email-address'),
    read('emergency-contact'),
    read('medical-facility'),
    read('medical-treatment'),
  ]);
  const names = new Map(facilities.map(({ row, shown }) => [String(row._id), shown.facility_name ?? '']));
  const visits = treatments.toSorted((a, b) =>
    byVisitDate(a.shown.visit_date ?? '', b.shown.visit_date ?? ''),
  );
  return {
    'mailing-address': addresses.map((entry) => enteredValue(entry)),
    'phone-number': sortPrimary(phones).map((entry) => enteredValue(entry)),
    'email-address': sortPrimary(emails).map((entry) => enteredValue(entry)),
    'emergency-contact': contacts.map((entry) => enteredValue(entry)),
    'medical-facility': facilities.map((entry) => enteredValue(entry)),
    'medical-treatment': visits.map((entry) => enteredValue(entry, names.get(String(entry.row.facility)))),
  };
}

/** @returns the address that the client entered, as on an envelope; null where there is none. */
export async function readMailingAddress(client: string, deps: Reading): Promise<string | null> {
  const [row] = await readRows({ client, kind: 'mailing-address' }, deps);
  if (!row) return null;
  return entryText('mailing-address', (await showEntry(row, deps)).shown);
}

interface OpenEntry {
  row: ProfileEntry;
  shown: ShownAnswers;
}

async function showEntry(row: ProfileEntry, deps: Reading): Promise<OpenEntry> {
  const { definition, answers } = await openEntry(row, deps);
  return { row, shown: shownAnswers(definition, answers) };
}

/** @param facility the name of a treatment's. */
function enteredValue({ row, shown }: OpenEntry, facility?: string): EnteredValue {
  const { form: kind } = row;
  const { consent } = rulesOf(kind);
  const allows = consent && shown[consent.field] === 'Yes';
  const notes = [
    kind !== 'mailing-address' && row.is_primary && 'Primary',
    kind === 'email-address' && (row.verified_at ? 'Verified' : 'Unverified'),
    kind === 'phone-number' && (allows ? 'Texts allowed' : 'No texts'),
    kind === 'emergency-contact' && (allows ? 'May discuss claim' : 'May not discuss claim'),
  ];
  return {
    id: row._id.toHexString(),
    value: entryText(kind, shown, facility),
    notes: notes.filter((note): note is string => typeof note === 'string'),
    at: row.changed_at.toISOString(),
  };
}

function sortPrimary(entries: OpenEntry[]): OpenEntry[] {
  return entries.toSorted((a, b) => Number(b.row.is_primary) - Number(a.row.is_primary));
}
