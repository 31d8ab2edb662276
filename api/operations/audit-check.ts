import { trusted } from 'mongoose';
import { isActive, staffCollection } from '#api/accounts/staff/staff.model.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';
import { sendAlert } from '#api/platform/email/alert-staff.ts';
import type { ScheduledJob } from '#api/platform/jobs/jobs.ts';

/** What the last check of the whole audit log found. */
export interface AuditCheck {
  /** `last`: there is one. */
  _id: string;
  at: Date;
  entries: number;
  faults: number;
  /** The first of them, in sentences. */
  first: string[];
}

export const auditChecksCollection = defineCollection<AuditCheck>({
  name: 'audit_checks',
  fields: {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    entries: { type: Number, required: true },
    faults: { type: Number, required: true },
    first: [String],
  },
});

const mostShown = 5;

type Dependencies = Pick<Deps, 'audit' | 'portal' | 'keys' | 'limits' | 'log' | 'settings' | 'readFirm'>;

/** Reads the whole audit log every night. */
export function checkAuditWhenDue(deps: Dependencies): ScheduledJob {
  return {
    name: 'audit-check',
    schedule: { dailyAt: '02:00' },
    run: (signal) => checkAudit(signal, deps),
  };
}

/** Administrators are told of faults once, and again when there are more or fewer. */
async function checkAudit(signal: AbortSignal, deps: Dependencies): Promise<void> {
  let faults = 0;
  const first: string[] = [];
  const { count: entries } = await deps.audit.check((fault) => {
    faults += 1;
    if (first.length < mostShown) first.push(fault);
  }, signal);
  if (signal.aborted) return;
  const before = await auditChecksCollection
    .rows<AuditCheck>(deps.portal)
    .findOneAndUpdate(
      { _id: 'last' },
      { $set: { at: new Date(), entries, faults, first } },
      { upsert: true },
    );
  if (faults === 0) return;
  deps.log.error('the audit log has faults', { count: faults });
  if (before?.faults === faults) return;
  await alertAdministrators('audit-faults', ['The audit log has faults', ...first], deps);
}

/** Tells administrators that nothing can be put on record, and so nothing is done that has to be. */
export async function alertAboutStoppedAudit(fault: string, deps: Dependencies): Promise<void> {
  const effect =
    'Until it ends where it should, staff can neither open nor change records, and nobody can log in. Public forms are received as usual.';
  await alertAdministrators('audit-stopped', ['The audit log is stopped', fault, effect], deps);
}

const whatToDo =
  'Somebody may have changed the log in the database, or an older copy of the database was restored. Whoever runs this site finds out with “npm run audit:verify”, and what to do then in docs/deployment.md, “The audit log”.';

async function alertAdministrators(
  kind: string,
  [heading, ...paragraphs]: [string, ...string[]],
  deps: Dependencies,
): Promise<void> {
  const admins = await staffCollection
    .model(deps.portal)
    .find({ role: 'admin', email: trusted({ $exists: true }) })
    .lean()
    // The log and STAFF_EMAIL are told all the same.
    .catch(() => []);
  const addresses = admins.filter(isActive).flatMap(({ email }) => email ?? []);
  const to = [...new Set([deps.settings.STAFF_EMAIL, ...addresses])];
  await sendAlert(kind, { heading, paragraphs: [...paragraphs, whatToDo], to }, deps);
}
