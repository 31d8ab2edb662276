import { trusted } from 'mongoose';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import { uploadTypes } from './clean-upload.ts';
import {
  type ClientDocument,
  clientDocumentsCollection,
  needsCopy,
  type PageImages,
  readinessOf,
  type ScanState,
} from './client-document.model.ts';
import type { DocumentType } from './document-types.ts';

export interface ShownDocument {
  id: string;
  title: string;
  type: DocumentType;
  /** File name extension. */
  ending: string;
  /** Bytes. */
  size: number;
  /** Name of the staff account that uploaded it; null once it was deleted, and for what the client sent. */
  who: string | null;
  /** ISO 8601 */
  at: string;
  /** Null for uploads of staff. */
  fromClient: FromClient | null;
}

/** What staff see about a document that the client sent. */
interface FromClient {
  receipt: string;
  note: string | null;
  scan: ScanState;
  /** Whether it can be opened, is still being prepared, or is locked because we cannot read it. */
  readiness: 'ready' | 'preparing' | 'unreadable';
  /** When staff open its page images: how many pages they show, and how many the PDF has. */
  copy: Pick<PageImages, 'drawn' | 'pages'> | null;
  /** ISO 8601; null until a staff member opens it. */
  readAt: string | null;
  /** Name of the first reader; null once that account was deleted. */
  reader: string | null;
  /** When and by whom a locked document was marked as handled; null otherwise. */
  handled: { at: string; who: string | null } | null;
}

/** No real client has more, and a longer page would be unusable. */
const mostShown = 200;
type Dependencies = Pick<Deps, 'portal' | 'keys' | 'store' | 'log'>;

/** One document of one client. */
export interface DocumentKey {
  /** The id of the client. */
  id: string;
  /** The id of the document. */
  document: string;
}

/**
 * @returns the newest 200 documents that staff uploaded and the newest 200 that the client sent, newest first. So a client who
 * sends many hides none from staff.
 */
export async function listDocuments({ id }: { id: string }, deps: Reading): Promise<ShownDocument[]> {
  const newest = (isFromClient: boolean) =>
    clientDocumentsCollection
      .model(deps.portal)
      .find({ client_id: id, state: 'stored', receipt: trusted({ $exists: isFromClient }) })
      .sort({ at: -1, _id: -1 })
      .limit(mostShown)
      .lean<ClientDocument[]>();
  const found = (await Promise.all([newest(false), newest(true)])).flat();
  const names = await readStaffNames(found.flatMap(accountsIn), deps.portal);
  const ring = await deps.keys.of(id);
  return found
    .sort((a, b) => Number(b.at) - Number(a.at))
    .map((row) => presentDocument(row, ring, names, deps));
}

function accountsIn({ staff, read_by, handled_by }: ClientDocument): string[] {
  return [staff, read_by, handled_by].filter((id) => id !== undefined);
}

/** A more exact number helps nobody. */
const mostCounted = 100;

/** @returns the number of unread documents from clients (exact below 100, otherwise 99 and `more`), and the client who has waited longest. */
export async function countUnread({
  portal,
}: Pick<Deps, 'portal'>): Promise<{ count: number; more: boolean; oldest: string | null }> {
  const model = clientDocumentsCollection.model(portal);
  const [found, oldest] = await Promise.all([
    model.countDocuments({ unread: true }, { limit: mostCounted }),
    model.findOne({ unread: true }, { client_id: 1 }).sort({ at: 1 }).lean<ClientDocument>(),
  ]);
  return {
    count: Math.min(found, mostCounted - 1),
    more: found >= mostCounted,
    oldest: oldest?.client_id ?? null,
  };
}

/** @returns the newest document of a type that staff uploaded for a client, or null. */
export async function newestDocument(
  { id, type }: { id: string; type: DocumentType },
  { portal }: Pick<Deps, 'portal'>,
): Promise<Pick<ShownDocument, 'id' | 'ending' | 'size' | 'at'> | null> {
  const found = await clientDocumentsCollection
    .model(portal)
    .findOne(
      { client_id: id, state: 'stored', type, receipt: trusted({ $exists: false }) },
      { content_type: 1, size: 1, at: 1 },
    )
    .sort({ at: -1, _id: -1 })
    .lean<ClientDocument>();
  if (!found) return null;
  const { _id, content_type = 'application/pdf', size = 0, at } = found;
  return { id: _id.toHexString(), ending: uploadTypes[content_type], size, at: at.toISOString() };
}

/** @throws DomainError `not-found`. */
export async function readDocument(key: DocumentKey, deps: Dependencies): Promise<ShownDocument> {
  const found = await findDocument(key, deps);
  const ring = await deps.keys.of(key.id);
  return presentDocument(found, ring, await readStaffNames(accountsIn(found), deps.portal), deps);
}

/** @throws DomainError `not-found`, also for another client's document. */
export async function findDocument(
  { id, document }: DocumentKey,
  { portal }: Pick<Deps, 'portal'>,
): Promise<ClientDocument> {
  const found = await clientDocumentsCollection
    .model(portal)
    .findOne({ _id: document, client_id: id, state: 'stored' })
    .lean<ClientDocument>();
  if (!found) throw documentNotFound();
  return found;
}

export function documentNotFound(): DomainError {
  return new DomainError('not-found', 'This document was not found.');
}

function presentDocument(
  row: ClientDocument,
  ring: KeyRing,
  names: Map<string, string>,
  deps: Pick<Deps, 'log'>,
): ShownDocument {
  const { _id, title = '', type = 'other', content_type = 'application/pdf', size = 0, staff, at } = row;
  const { receipt, note, scan = 'none', copy, read_at, read_by, handled_at, handled_by } = row;
  return {
    id: _id.toHexString(),
    title: clientDocumentsCollection.read(ring, _id, 'title', title, deps),
    type,
    ending: uploadTypes[content_type],
    size,
    who: (staff && names.get(staff)) ?? null,
    at: at.toISOString(),
    fromClient:
      receipt === undefined
        ? null
        : {
            receipt,
            note: note === undefined ? null : clientDocumentsCollection.read(ring, _id, 'note', note, deps),
            scan,
            readiness: readinessOf(row),
            copy: copy && needsCopy(row) ? { drawn: copy.drawn, pages: copy.pages } : null,
            readAt: read_at?.toISOString() ?? null,
            reader: (read_by && names.get(read_by)) ?? null,
            handled: handled_at
              ? { at: handled_at.toISOString(), who: (handled_by && names.get(handled_by)) ?? null }
              : null,
          },
  };
}
