import type { Answers } from '@claimdesk/forms/definition';
import type { mongo, Types } from 'mongoose';
import { openAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { type ProfileEntry, profileCollections } from './profile-entry.model.ts';
import { type ProfileKind, profileKinds } from './profile-kinds.ts';
import { adviceOn, byVisitDate, type VisitAdvice } from './visit-dates.ts';

export interface EntryKey {
  client: string;
  kind: ProfileKind;
  /** The id of the entry. */
  id: string;
}

export interface ShownEntry {
  id: string;
  revision: number;
  answers: Answers;
  isPrimary: boolean;
  /** Of an email address; false for all else. */
  isVerified: boolean;
  /** Whether a link was sent that verifies it and still works. */
  isLinkSent: boolean;
  /** The facility of a treatment. */
  facility: string | null;
  /** What may be wrong with when a treatment was; null for all else. */
  advice: VisitAdvice | null;
}

/** @returns what the client entered: the primary entry first, then the oldest; treatments with the newest visit first. */
export async function listEntries(
  { client, kind }: Omit<EntryKey, 'id'>,
  deps: Reading,
): Promise<ShownEntry[]> {
  const rows = await readRows({ client, kind }, deps);
  const shown = await Promise.all(rows.map((row) => present(row, deps)));
  if (kind !== 'medical-treatment') return shown.sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
  const when = ({ answers }: ShownEntry) => String(answers.visit_date ?? '');
  return shown.reverse().sort((a, b) => byVisitDate(when(a), when(b)));
}

/** @returns what the client has not deleted, oldest first. */
export function readRows(
  { client, kind }: Omit<EntryKey, 'id'>,
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession | null = null,
): Promise<ProfileEntry[]> {
  return profileCollections[kind]
    .model(portal)
    .find({ client_id: client, deleted_at: null })
    .sort({ created_at: 1, _id: 1 })
    .session(session)
    .lean<ProfileEntry[]>();
}

async function present(row: ProfileEntry, deps: Reading): Promise<ShownEntry> {
  const { answers } = await openEntry(row, deps);
  return {
    id: row._id.toHexString(),
    revision: row.revision,
    answers,
    isPrimary: row.is_primary === true,
    isVerified: row.verified_at !== undefined,
    isLinkSent: (row.link_expires_at?.getTime() ?? 0) > Date.now(),
    facility: row.facility?.toHexString() ?? null,
    advice: adviceOn(String(answers.visit_date ?? '')),
  };
}

/** @returns the answers of an entry, with the form's definition at the time: see `openAnswers`. */
export function openEntry(row: ProfileEntry, deps: Reading) {
  return openAnswers(profileCollections[row.form], row, deps);
}

/** Where the answers of an entry are stored, which their encryption is tied to. */
export function recordOf(kind: ProfileKind, _id: Types.ObjectId) {
  return { collection: profileKinds[kind].collection, document: _id.toHexString() };
}
