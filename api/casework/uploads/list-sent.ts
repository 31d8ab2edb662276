import { trusted } from 'mongoose';
import { clientEvent, recordClientCall } from '#api/accounts/clients/client-event.ts';
import { uploadTypes } from '#api/casework/clients/clean-upload.ts';
import {
  type ClientDocument,
  clientDocumentsCollection,
  readinessOf,
} from '#api/casework/clients/client-document.model.ts';
import { type DocumentType, documentTypes } from '#api/casework/clients/document-types.ts';
import { type DocumentFile, readDocumentFile } from '#api/casework/clients/open-document.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type Upload, uploadsCollection } from './upload.model.ts';

export type SentState =
  /** It has arrived, but has not been checked yet. */
  'waiting' | 'received' | 'checked' | 'read' | 'unreadable' | 'not-accepted' | 'refused';

export interface SentDocument {
  id: string;
  title: string;
  type: DocumentType;
  /** File name extension; empty until the type is known. */
  ending: string;
  /** Bytes. */
  size: number;
  receipt: string;
  state: SentState;
  /** Why it was refused; otherwise null. */
  reason: string | null;
  /** Whether its client may open it. */
  isOpen: boolean;
  /** ISO 8601: when it arrived. */
  at: string;
  /** ISO 8601; null until our office has opened it. */
  readAt: string | null;
}

const mostShown = 200;

/** @returns what a client has sent, newest first, at most the newest 200 of either kind. */
export async function listSent(client: string, deps: Reading): Promise<SentDocument[]> {
  const [documents, unattended] = await Promise.all([
    listSentDocuments(client, deps),
    listUnattended(client, deps),
  ]);
  return [...unattended, ...documents].sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** @returns files of form uploads that are not documents yet, or could not become one. */
async function listUnattended(client: string, { portal }: Pick<Deps, 'portal'>): Promise<SentDocument[]> {
  const found = await uploadsCollection
    .model(portal)
    .find({ client_id: client, state: trusted({ $in: ['arrived', 'done'] }), unattended: true })
    .sort({ at: -1 })
    .limit(mostShown)
    .lean<Upload[]>();
  return found.flatMap(({ _id, type, size, receipt, at, outcome }): SentDocument[] => {
    if (outcome && outcome.state !== 'refused') return [];
    return [
      {
        id: _id.toHexString(),
        title: type === 'other' ? 'Paper' : documentTypes[type],
        type,
        ending: '',
        size,
        receipt,
        state: outcome ? 'refused' : 'waiting',
        reason: outcome?.text ?? null,
        isOpen: false,
        at: at.toISOString(),
        readAt: null,
      },
    ];
  });
}

async function listSentDocuments(client: string, deps: Reading): Promise<SentDocument[]> {
  const found = await clientDocumentsCollection
    .model(deps.portal)
    .find({ client_id: client, state: 'stored', receipt: trusted({ $exists: true }) })
    .sort({ at: -1, _id: -1 })
    .limit(mostShown)
    .lean<ClientDocument[]>();
  const ring = await deps.keys.of(client);
  return found.map((row) => {
    const { _id, title = '', type = 'other', content_type = 'application/pdf', size = 0 } = row;
    return {
      id: _id.toHexString(),
      title: clientDocumentsCollection.read(ring, _id, 'title', title, deps),
      type,
      ending: uploadTypes[content_type],
      size,
      receipt: row.receipt ?? '',
      state: stateOf(row),
      reason: null,
      isOpen: mayOpen(row),
      at: row.at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    };
  });
}

function stateOf({ scan, read_at, unreadable }: ClientDocument): SentState {
  if (scan === 'infected') return 'not-accepted';
  if (unreadable) return 'unreadable';
  if (read_at) return 'read';
  return scan === 'clean' ? 'checked' : 'received';
}

/** A client may open what a scanner has passed, and pictures, which we have re-encoded. */
function mayOpen(row: ClientDocument): boolean {
  const { scan, content_type } = row;
  const isPassed = scan === 'clean' || (scan === 'none' && content_type !== 'application/pdf');
  return isPassed && readinessOf(row) === 'ready';
}

/**
 * Opens a document for the client who sent it. The download is audited before the file leaves.
 *
 * @throws DomainError `not-found` for any other document; `forbidden` for one that the client may not open; `too-many` after 60
 * downloads in an hour.
 */
export async function openSent(
  { client, document }: { client: string; document: string },
  deps: Pick<Deps, 'portal' | 'keys' | 'store' | 'log' | 'limits' | 'audit'>,
): Promise<DocumentFile> {
  const found = await clientDocumentsCollection
    .model(deps.portal)
    .findOne({ _id: document, client_id: client, state: 'stored', receipt: trusted({ $exists: true }) })
    .lean<ClientDocument>();
  if (!found) throw new DomainError('not-found', 'This document was not found.');
  if (!mayOpen(found)) throw new DomainError('forbidden', 'This file cannot be opened here.');
  await deps.limits.reserve(caseworkLimits.clientDownload, client);
  await recordClientCall(clientEvent(client, 'uploads.documentFile', { details: { document } }), deps);
  return readDocumentFile({ id: client, document }, deps);
}
