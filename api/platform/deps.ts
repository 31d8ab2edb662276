import type { Connection } from 'mongoose';
import type { Payload } from 'payload';
import type { AuditLog } from './audit/audit-log.ts';
import type { Documents } from './documents/make-documents.ts';
import type { PdfRenderer } from './documents/pdf/pdf-renderer.ts';
import type { DocumentStore } from './documents/store/document-store.ts';
import type { Firm } from './email/email-parts.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { DataKeys } from './keys/data-keys.ts';
import type { Limits } from './limits/limits.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

/**
 * Everything that a function of the api may depend on. Created once per process and passed down as a value.
 *
 * Each area adds its own part in its `deps.ts`, so that the platform imports none of their types.
 */
export interface Deps {
  settings: Settings;
  payload: Payload;
  /** The database of personal data: intake, staff, sessions, outbox. */
  portal: Connection;
  keys: DataKeys;
  limits: Limits;
  /** PDFs of signed records. */
  documents: Documents;
  pdfRenderer: PdfRenderer;
  /** Where documents are kept, encrypted. */
  store: DocumentStore;
  /** The work in the background, which runs in this process once it is started. */
  jobs: Jobs;
  /** The record of what was done with personal data. */
  audit: AuditLog;
  log: Log;
  /** @returns the firm's name and phone number, as editors entered them. */
  readFirm(): Promise<Firm>;
  /** @returns whether the database and the content answer. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** What reads encrypted records: the log is told of what can't be decrypted. */
export type Reading = Pick<Deps, 'portal' | 'keys' | 'log'>;
