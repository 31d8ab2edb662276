import { Gauge } from 'prom-client';
import type { Deps } from '#api/platform/deps.ts';
import { findOldestQueued } from '#api/platform/email/failed-emails.ts';
import { registry } from '#api/platform/metrics.ts';
import { readHealth } from './system.router.ts';

const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
  new Gauge({ name: `claimdesk_${name}`, help, labelNames, registers: [registry] });

const waiting = gauge('job_waiting', 'Rows that wait for a background job, 1,000 at most.', ['job']);
const late = gauge('job_late', '1 if something has been due for five minutes: no process runs the job.', [
  'job',
]);
const failedAt = gauge('job_failed_timestamp_seconds', 'When a run of the job last failed.', ['job']);
const oldest = gauge(
  'mail_oldest_seconds',
  'Age of the oldest email that is not sent; 0 when there is none.',
);
const failed = gauge(
  'mail_failed',
  'Emails whose last attempt failed or that were given up on, 101 at most.',
);
const isSafe = gauge(
  'audit_protected',
  "1 if the site's database user can neither change nor delete entries of the audit log.",
);
const isStopped = gauge('audit_stopped', '1 while nothing can be put on record in the audit log.');
const faults = gauge('audit_faults', 'Faults that the last check of the whole audit log found.');
const checkedAt = gauge('audit_checked_timestamp_seconds', 'When the whole audit log was last checked.');
const isHeld = gauge('jobs_held', '1 while nothing is mailed or done because a backup was restored.');
const backedUpAt = gauge(
  'backup_timestamp_seconds',
  'When the newest backup was made and sent off-site; 0 before.',
);
const rehearsedAt = gauge(
  'rehearsal_timestamp_seconds',
  'When a backup was last restored to try it; 0 before.',
);
const rehearsalFaults = gauge('rehearsal_faults', 'What that could not open, or found to differ.');
const space = gauge('documents_free_bytes', 'Space that is left for documents, where it can be measured.');
const inUse = gauge('database_connections_in_use', 'Connections to MongoDB that this process is using.');

/** Counts from now on how many connections to the database are in use. */
export function followConnections(client: ReturnType<Deps['portal']['getClient']>): void {
  inUse.set(0);
  client.on('connectionCheckedOut', () => inUse.inc());
  client.on('connectionCheckedIn', () => inUse.dec());
}

/** Reads what the gauges of the database show: the same from each process. */
export async function readGauges(deps: Deps): Promise<void> {
  const [health, oldestAt] = await Promise.all([readHealth(deps), findOldestQueued(deps.portal)]);
  const { jobs, failedMails, auditProtected, auditFault, auditCheck, freeSpace, held, backups } = health;
  for (const job of jobs) {
    waiting.set({ job: job.name }, job.waiting);
    late.set({ job: job.name }, Number(job.late));
    if (job.failed) failedAt.set({ job: job.name }, Date.parse(job.failed.at) / 1000);
  }
  failed.set(failedMails.count + Number(failedMails.more));
  oldest.set(oldestAt ? (Date.now() - oldestAt.getTime()) / 1000 : 0);
  isSafe.set(Number(auditProtected));
  isStopped.set(Number(auditFault !== null));
  if (auditCheck) {
    faults.set(auditCheck.faults);
    checkedAt.set(Date.parse(auditCheck.at) / 1000);
  }
  isHeld.set(Number(held !== null));
  if (backups.newest) backedUpAt.set(Date.parse(backups.newest) / 1000);
  if (backups.rehearsal) {
    rehearsedAt.set(Date.parse(backups.rehearsal.at) / 1000);
    rehearsalFaults.set(backups.rehearsal.faults.length);
  }
  if (freeSpace.bytes !== null) space.set(freeSpace.bytes);
}
