import { presentAnswers } from '@claimdesk/forms/answers';
import { loadDefinition } from '#api/casework/definitions/load-definition.ts';
import type { Deps } from '#api/platform/deps.ts';
import { openAnswers, readRows } from './entries.ts';
import type { ProfileEntry } from './profile-entry.model.ts';
import { type ProfileKind, rulesOf } from './profile-kinds.ts';
import { byVisitDate } from './visit-dates.ts';

/** What a client entered in the portal, as staff read it. */
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

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log'>;

/** @returns all that a client keeps with us. */
export async function readEnteredProfile(client: string, deps: Dependencies): Promise<EnteredProfile> {
  const read = async (kind: ProfileKind) => {
    const rows = await readRows({ client, kind }, deps);
    return Promise.all(rows.map((row) => openEntry(kind, row, deps)));
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
    'mailing-address': addresses.map((entry) => enteredValue(entry, addressLines(entry.shown))),
    'phone-number': sortPrimary(phones).map((entry) => enteredValue(entry, [entry.shown.phone_number])),
    'email-address': sortPrimary(emails).map((entry) => enteredValue(entry, [entry.shown.email])),
    'emergency-contact': contacts.map((entry) => {
      const { contact_name, relationship, phone_number } = entry.shown;
      return enteredValue(entry, [contact_name, relationship, phone_number]);
    }),
    'medical-facility': facilities.map((entry) =>
      enteredValue(entry, [entry.shown.facility_name, ...addressLines(entry.shown)]),
    ),
    'medical-treatment': visits.map((entry) => {
      const { visit_date, reason, doctor_name } = entry.shown;
      const facility = names.get(String(entry.row.facility));
      return enteredValue(entry, [visit_date, reason, facility, doctor_name && `Dr. ${doctor_name}`]);
    }),
  };
}

/** @returns the address that the client entered, as on an envelope; null where there is none. */
export async function readMailingAddress(client: string, deps: Dependencies): Promise<string | null> {
  const [row] = await readRows({ client, kind: 'mailing-address' }, deps);
  if (!row) return null;
  const { shown } = await openEntry('mailing-address', row, deps);
  return addressLines(shown).filter(Boolean).join('\n');
}

interface OpenEntry {
  kind: ProfileKind;
  row: ProfileEntry;
  /** Each answer in words, by its field; nothing for what was left out. */
  shown: Partial<Record<string, string>>;
}

async function openEntry(kind: ProfileKind, row: ProfileEntry, deps: Dependencies): Promise<OpenEntry> {
  const [definition, answers] = await Promise.all([
    loadDefinition(kind, row.version, deps.portal),
    openAnswers(kind, row, deps),
  ]);
  const presented = presentAnswers(definition, answers, { missing: '', audience: 'staff' });
  const shown = Object.fromEntries(presented.map(({ field, value }) => [field, value || undefined]));
  // A list of states would be read as words; on an envelope it is the two letters.
  return { kind, row, shown: { ...shown, ...(answers.state ? { state: String(answers.state) } : {}) } };
}

function enteredValue({ kind, row, shown }: OpenEntry, lines: (string | undefined)[]): EnteredValue {
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
    value: lines.filter(Boolean).join('\n'),
    notes: notes.filter((note): note is string => typeof note === 'string'),
    at: row.changed_at.toISOString(),
  };
}

function addressLines({ care_of, street_address, unit_apt_lot, suite_floor, ...shown }: OpenEntry['shown']) {
  const { city, state, zip_code } = shown;
  return [
    care_of && `c/o ${care_of}`,
    street_address,
    unit_apt_lot ?? suite_floor,
    `${city}, ${state} ${zip_code}`,
  ];
}

function sortPrimary(entries: OpenEntry[]): OpenEntry[] {
  return entries.toSorted((a, b) => Number(b.row.is_primary) - Number(a.row.is_primary));
}
