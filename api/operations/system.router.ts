import { unrecordedStaffProcedure } from '#api/accounts/procedures.ts';
import { countUnconfirmed } from '#api/casework/uploads/room-for-unconfirmed.ts';
import product from '#api/package.json' with { type: 'json' };
import { isProtected } from '#api/platform/audit/audit-log.ts';
import { isSupported } from '#api/platform/database/check-database.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type FreeSpace, readFreeSpace } from '#api/platform/documents/require-free-space.ts';
import { countFailedEmails } from '#api/platform/email/failed-emails.ts';
import type { JobReport } from '#api/platform/jobs/jobs.ts';
import { router } from '#api/platform/trpc.ts';
import { type AuditCheck, auditChecksCollection } from './audit-check.ts';
import { readBackupRecords } from './backup/backups.model.ts';

/** The installed versions, a few counts and the background jobs, for support calls: no secrets and no paths. */
export interface SystemReport {
  /** Of claimdesk. */
  version: string;
  node: string;
  /** `from` is where `npm start` got it; null for a server that MONGODB_URI names. */
  mongodb: { version: string; supported: boolean; from: 'PATH' | 'MongoDB' | 'PyPI' | null };
  payload: string;
  /** Whether the site's database user can neither change nor delete entries of the audit log. */
  auditProtected: boolean;
  /** Why nothing can be put on record; null while the audit log ends where it should. */
  auditFault: string | null;
  /** What the last check of the whole audit log found; null before the first. */
  auditCheck: { at: string; entries: number; faults: number; first: string[] } | null;
  /** Emails that were not sent; `more` when there are more than that. */
  failedMails: { count: number; more: boolean };
  /** Space for documents, in bytes. */
  freeSpace: FreeSpace;
  /** Bytes of what was sent before accounts were confirmed, and how many there may be: see `room-for-unconfirmed.ts`. */
  unconfirmed: { bytes: number; most: number };
  jobs: JobReport[];
  /** Since when nothing is mailed or done in the background, because a backup was restored; null otherwise. */
  held: { since: string; backup: string } | null;
  /** The newest backup; null where none was ever made, and `on` whether the site makes them. */
  backups: { on: boolean; newest: string | null; rehearsal: { at: string; faults: string[] } | null };
}

async function readSystem(deps: Deps): Promise<SystemReport> {
  const { portal, settings } = deps;
  const [{ version }, unconfirmed, health] = await Promise.all([
    portal.getClient().db('admin').command({ buildInfo: 1 }),
    countUnconfirmed(null, deps),
    readHealth(deps),
  ]);
  return {
    version: product.version,
    node: process.versions.node,
    mongodb: { version, supported: isSupported(version), from: settings.MONGODB_SOURCE ?? null },
    // Pinned exactly, so it is the installed version.
    payload: product.dependencies.payload,
    unconfirmed: { bytes: unconfirmed.all, most: settings.UNCONFIRMED_UPLOADS_MB * 1024 * 1024 },
    ...health,
  };
}

type Health = Omit<SystemReport, 'version' | 'node' | 'mongodb' | 'payload' | 'unconfirmed'>;

/** What may be read every few seconds, for `/metrics`: none of it takes longer as more is stored. */
export async function readHealth(deps: Deps): Promise<Health> {
  const { portal, settings, jobs, audit } = deps;
  const [auditProtected, auditFault, auditCheck, failedMails, freeSpace, reports, hold, records] =
    await Promise.all([
      isProtected(portal.getClient(), settings.AUDIT_DATABASE),
      audit.fault(),
      readCheck(portal),
      countFailedEmails(portal),
      readFreeSpace(deps),
      jobs.report(),
      jobs.hold(),
      readBackupRecords(portal),
    ]);
  return {
    auditProtected,
    auditFault,
    auditCheck,
    failedMails,
    freeSpace,
    jobs: reports,
    held: hold && { since: hold.since.toISOString(), backup: hold.backup },
    backups: presentBackups(records, settings.BACKUP_KEY !== undefined),
  };
}

function presentBackups(
  { backup, rehearsal }: Awaited<ReturnType<typeof readBackupRecords>>,
  on: boolean,
): SystemReport['backups'] {
  const tried = rehearsal && { at: rehearsal.at.toISOString(), faults: rehearsal.faults ?? [] };
  return { on, newest: backup?.at.toISOString() ?? null, rehearsal: tried };
}

async function readCheck(portal: Deps['portal']): Promise<SystemReport['auditCheck']> {
  const check = await auditChecksCollection.rows<AuditCheck>(portal).findOne({ _id: 'last' });
  if (!check) return null;
  const { at, entries, faults, first } = check;
  return { at: at.toISOString(), entries, faults, first };
}

export const systemRouter = router({
  report: unrecordedStaffProcedure.query(({ ctx }) => readSystem(ctx.deps)),
});
