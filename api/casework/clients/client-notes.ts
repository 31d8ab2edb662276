import { type mongo, Schema, Types, trusted } from 'mongoose';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { type NewEvent, recordEvent } from '#api/accounts/clients/events.ts';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { changedFields } from '#api/platform/audit/audit-chain.ts';
import { changeRecorder } from '#api/platform/audit/audit-log.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import { afterCursor, encodeCursor } from '#api/platform/database/cursor.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';

/** A note of a staff member about a client. It can't be deleted, and ends with the client's account. */
export interface ClientNote {
  _id: Types.ObjectId;
  client_id: string;
  /** The id of a staff account. */
  author: string;
  /** Idempotency key of the last save. */
  key: string;
  /** Plain text, encrypted. */
  text: string;
  /** The note that this one corrects. */
  corrects: Types.ObjectId | null;
  at: Date;
  edited_at: Date | null;
}

/** A note as shown to staff. */
export interface ShownNote {
  id: string;
  text: string;
  /** Name of the author's account; null once it was deleted. */
  who: string | null;
  /** ISO 8601 */
  at: string;
  /** ISO 8601; null if the note was never changed. */
  editedAt: string | null;
  /** The note that this one corrects. */
  corrects: { id: string /** ISO 8601; null when it cannot be found. */; at: string | null } | null;
  /** Whether the reader may still change it. */
  mayEdit: boolean;
  key: string;
}

/** How long an author may edit a note. After that, it can only be corrected by another note. */
export const editMinutes = 15;
const pageSize = 20;

export const clientNotesCollection = defineCollection<ClientNote>({
  name: 'client_notes',
  fields: {
    client_id: { type: String, required: true },
    author: { type: String, required: true },
    key: { type: String, required: true },
    text: { type: String, required: true },
    corrects: { type: Schema.Types.ObjectId, default: null },
    at: { type: Date, required: true },
    edited_at: { type: Date, default: null },
  },
  indexes: [[{ client_id: 1, at: -1, _id: -1 }], [{ author: 1, key: 1 }, { unique: true }]],
  encrypted: ['text'],
  owner: 'client_id',
  retention: { label: 'notes about clients', client: 'client_id' },
});

/** @returns the event of a note. */
export function noteEvent({ _id, client_id, author: by, corrects, at }: ClientNote): NewEvent {
  return { _id, client_id, name: corrects ? 'note-corrected' : 'note-added', by, at, record: _id };
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log'>;
type Editing = Dependencies & Pick<Deps, 'audit'>;

/** One note of one client. */
export interface NoteKey {
  /** The id of the client. */
  id: string;
  /** The id of the note. */
  note: string;
}

interface WrittenNote {
  /** The id of the client. */
  id: string;
  /** The id of the author's account. */
  staff: string;
  key: string;
  text: string;
  corrects?: string | undefined;
}

/**
 * @param inSameTransaction what else is stored with it. @throws DomainError `not-found` for the client or the corrected note.
 */
export async function addNote(
  written: WrittenNote,
  deps: Editing,
  inSameTransaction?: (session: mongo.ClientSession) => Promise<unknown>,
): Promise<void> {
  const { id, staff, key, text, corrects } = written;
  await readAccount({ id }, deps);
  const corrected = corrects === undefined ? null : (await findNote({ id, note: corrects }, deps))._id;
  const _id = new Types.ObjectId();
  const row = {
    _id,
    client_id: id,
    author: staff,
    key,
    text: clientNotesCollection.encrypt(await deps.keys.for(id), _id, 'text', text),
    corrects: corrected,
    at: new Date(),
    edited_at: null,
  };
  try {
    await inTransaction(deps.portal, async (session) => {
      await clientNotesCollection.model(deps.portal).create([row], { session });
      await recordEvent(noteEvent(row), deps, session);
      await inSameTransaction?.(session);
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return saveAgain(written, deps);
  }
  deps.log.info('client note added', { staff });
}

/** The same form was posted twice, because the first response was lost. The latest text wins. */
async function saveAgain(
  { id, staff, key, text }: { id: string; staff: string; key: string; text: string },
  deps: Editing,
): Promise<void> {
  const found = await clientNotesCollection
    .model(deps.portal)
    .findOne({ author: staff, key, client_id: id })
    .lean<ClientNote>();
  if (!found) throw new DomainError('conflict', 'This form is about another client. Open it again.');
  if ((await openText(found, deps)) === text) return;
  await editNote({ id, note: found._id.toHexString(), staff, key, text }, deps);
}

/**
 * Replaces the text of a note.
 *
 * @throws DomainError `not-found`; `conflict` for another author's note, and from 15 minutes after it was written.
 */
export async function editNote(
  { id, note, staff, key, text }: NoteKey & { staff: string; key: string; text: string },
  deps: Editing,
): Promise<void> {
  const found = await findNote({ id, note }, deps);
  if (found.author !== staff || found.at <= editableSince()) throw tooLate();
  const recordFields = changeRecorder(deps.audit, {
    actor: `staff:${staff}`,
    action: 'clients.noteChanged',
    subject: id,
    details: { note },
  });
  await recordFields(changedFields({ text: await openText(found, deps) }, { text }));
  const change = {
    text: clientNotesCollection.encrypt(await deps.keys.for(id), found._id, 'text', text),
    key,
    edited_at: new Date(),
  };
  const { matchedCount } = await clientNotesCollection
    .model(deps.portal)
    .updateOne({ _id: found._id, author: staff, at: trusted({ $gt: editableSince() }) }, { $set: change });
  if (matchedCount === 0) throw tooLate();
  deps.log.info('client note changed', { staff });
}

function tooLate(): DomainError {
  const text = `Only its author can change a note, for ${editMinutes} minutes. Add a correction instead.`;
  return new DomainError('conflict', text);
}

interface AskedNotes {
  /** The id of the client. */
  id: string;
  cursor?: string | null | undefined;
  /** The id of the reader's account. */
  staff: string;
  /** Page size; default: 20. */
  limit?: number;
}

/** @returns a client's notes, newest first. */
export async function listNotes(
  { id, cursor, staff, limit = pageSize }: AskedNotes,
  deps: Dependencies,
): Promise<{ rows: ShownNote[]; next: string | null }> {
  const found = await clientNotesCollection
    .model(deps.portal)
    .find({ client_id: id, ...(cursor ? afterCursor('at', cursor) : {}) })
    .sort({ at: -1, _id: -1 })
    .limit(limit + 1)
    .lean<ClientNote[]>();
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    rows: await presentNotes(shown, staff, deps),
    next: last ? encodeCursor(last.at, last._id) : null,
  };
}

/** @returns the texts of a client's notes, by id. */
export async function readNoteTexts(
  { id, notes }: { id: string; notes: readonly string[] },
  deps: Dependencies,
): Promise<Map<string, string>> {
  const found = await clientNotesCollection
    .model(deps.portal)
    .find({ _id: trusted({ $in: notes }), client_id: id })
    .lean<ClientNote[]>();
  const texts = found.map(async (row) => [row._id.toHexString(), await openText(row, deps)] as const);
  return new Map(await Promise.all(texts));
}

/** @throws DomainError `not-found`. */
export async function readNote(
  { id, note, staff }: NoteKey & { staff: string },
  deps: Dependencies,
): Promise<ShownNote> {
  const [shown] = await presentNotes([await findNote({ id, note }, deps)], staff, deps);
  return shown as ShownNote;
}

async function findNote({ id, note }: NoteKey, { portal }: Pick<Deps, 'portal'>): Promise<ClientNote> {
  const found = await clientNotesCollection
    .model(portal)
    .findOne({ _id: note, client_id: id })
    .lean<ClientNote>();
  if (!found) throw new DomainError('not-found', 'This note was not found.');
  return found;
}

async function presentNotes(rows: ClientNote[], reader: string, deps: Dependencies): Promise<ShownNote[]> {
  const corrected = rows.flatMap(({ corrects }) => corrects ?? []);
  const [names, originals] = await Promise.all([
    readStaffNames(
      rows.map(({ author }) => author),
      deps.portal,
    ),
    clientNotesCollection
      .model(deps.portal)
      .find({ _id: trusted({ $in: corrected }) }, { at: 1 })
      .lean<Pick<ClientNote, '_id' | 'at'>[]>(),
  ]);
  const since = editableSince();
  const present = async (row: ClientNote): Promise<ShownNote> => {
    const original = originals.find(({ _id }) => row.corrects?.equals(_id));
    return {
      id: row._id.toHexString(),
      text: await openText(row, deps),
      who: names.get(row.author) ?? null,
      at: row.at.toISOString(),
      editedAt: row.edited_at?.toISOString() ?? null,
      corrects: row.corrects && {
        id: row.corrects.toHexString(),
        at: original?.at.toISOString() ?? null,
      },
      mayEdit: row.author === reader && row.at > since,
      key: row.key,
    };
  };
  return Promise.all(rows.map(present));
}

function editableSince(): Date {
  return new Date(Date.now() - editMinutes * 60_000);
}

async function openText({ _id, client_id, text }: ClientNote, deps: Dependencies): Promise<string> {
  return clientNotesCollection.read(await deps.keys.of(client_id), _id, 'text', text, deps);
}
