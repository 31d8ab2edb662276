import type { Connection } from 'mongoose';
import type { Payload } from 'payload';
import type { AuditLog } from './audit/audit-log.ts';
import type { Documents } from './documents/make-documents.ts';
import type { PdfRenderer } from './documents/pdf/pdf-renderer.ts';
import type { DocumentStore } from './documents/store/document-store.ts';
import type { Firm } from './email/email-parts.ts';
import type { Keys } from './keys/key-ring.ts';
import type { Limits } from './limits/limits.ts';
import type { Log } from './log.ts';
import type { RepeatedJob } from './repeat.ts';
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
  keys: Keys;
  limits: Limits;
  /** PDFs of signed records; ordered ones are made in advance, once it is started. */
  documents: Documents;
  pdfRenderer: PdfRenderer;
  /** Where documents are kept, encrypted. */
  store: DocumentStore;
  /** Delivers the emails of the outbox, once it is started. */
  outbox: RepeatedJob;
  /** The record of what was done with personal data. */
  audit: AuditLog;
  log: Log;
  /** @returns the firm's name and phone number, as editors entered them. */
  readFirm(): Promise<Firm>;
  /** @returns whether the database and the content answer. */
  ready(): Promise<boolean>;
  /** Ends what was started, after the run in progress, and closes the connections. */
  close(): Promise<void>;
}
