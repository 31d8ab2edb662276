import { statfs } from 'node:fs/promises';
import { isPublicAddress } from '@claimdesk/cms/production';
import mongoose, { type Connection } from 'mongoose';
import { createTransport } from 'nodemailer';
import { isProtected } from '#api/platform/audit/audit-log.ts';
import { checkDatabase } from '#api/platform/database/check-database.ts';
import { findOldestQueued } from '#api/platform/email/failed-emails.ts';
import { readHold } from '#api/platform/jobs/holds.ts';
import { countStaleKeys } from '#api/platform/keys/data-keys.ts';
import { makeKeyCheck } from '#api/platform/keys/key-checks.ts';
import { countProcesses } from '#api/platform/keys/key-heartbeat.ts';
import { purposes } from '#api/platform/keys/key-ring.ts';
import { loadKeys } from '#api/platform/keys/load-keys.ts';
import type { Settings } from '#api/platform/settings.ts';
import { readBackupRecords } from './backup/backups.model.ts';
import { findEncryptedIn } from './find-encrypted.ts';
import { baseline, migrations } from './migrations.ts';
import { openServerAuditLog } from './server-audit-log.ts';

export interface Finding {
  /** What was looked at. */
  name: string;
  /** `fault`: something does not work, or would be lost. `warning`: somebody has to know of it. */
  state: 'ok' | 'warning' | 'fault';
  /** What was found and, where it is not ok, what mends it. No secret. */
  text: string;
}

type Found = Omit<Finding, 'name'>;

interface Context {
  settings: Settings;
  portal: Connection;
  /** As in TRUSTED_PROXIES. */
  trustedProxies: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const gigabyte = 1024 ** 3;
const forbidden = 13;

const ok = (text: string): Found => ({ state: 'ok', text });
const warning = (text: string): Found => ({ state: 'warning', text });
const fault = (text: string): Found => ({ state: 'fault', text });

/** Looks at what an installation stands on, as its start does, and mends nothing. @returns a finding for each part. */
export async function examine(
  settings: Settings,
  { trustedProxies }: Pick<Context, 'trustedProxies'>,
): Promise<Finding[]> {
  const database = { name: 'database', ...(await lookAtDatabase(settings)) };
  if (database.state === 'fault') return [database];
  const connection = await mongoose
    .createConnection(settings.MONGODB_URI, { autoCreate: false, autoIndex: false })
    .asPromise();
  try {
    const portal = connection.useDb(settings.PORTAL_DATABASE, { useCache: true });
    const findings = [database];
    for (const [name, check] of Object.entries(checks)) {
      const found = await check({ settings, portal, trustedProxies }).catch((error: unknown) =>
        fault(error instanceof Error ? error.message : String(error)),
      );
      findings.push({ name, ...found });
    }
    return findings;
  } finally {
    await connection.close();
  }
}

async function lookAtDatabase(settings: Settings): Promise<Found> {
  try {
    const { version, supported } = await checkDatabase(settings, [
      settings.CMS_DATABASE,
      settings.PORTAL_DATABASE,
    ]);
    if (supported) return ok(`MongoDB ${version} answers.`);
    return warning(`MongoDB ${version} answers, but lacks security updates: use the newest MongoDB 8.0.`);
  } catch (error) {
    return fault(error instanceof Error ? error.message : String(error));
  }
}

const checks: Record<string, (context: Context) => Promise<Found>> = {
  'replica set': lookAtReplicaSet,
  clock: lookAtClock,
  keys: lookAtKeys,
  migrations: lookAtMigrations,
  processes: lookAtProcesses,
  disk: lookAtDisk,
  mail: lookAtMail,
  proxies: lookAtProxies,
  'audit log': lookAtAuditLog,
  backups: lookAtBackups,
  rehearsal: lookAtRehearsal,
};

interface Member {
  name: string;
  health: number;
  stateStr: string;
}

async function lookAtReplicaSet({ portal }: Context): Promise<Found> {
  const admin = portal.getClient().db('admin');
  const status = await admin.command({ replSetGetStatus: 1 }).catch((error: unknown) => {
    if (error instanceof mongoose.mongo.MongoServerError && error.code === forbidden) return undefined;
    throw error;
  });
  if (!status)
    return warning(
      'Not examined: the user in MONGODB_URI lacks the role clusterMonitor on the database admin.',
    );
  const members: Member[] = status.members;
  const away = members.filter(
    ({ health, stateStr }) => health !== 1 || !/^(PRIM|SECOND|ARBITER)/.test(stateStr),
  );
  if (away.length === 0) return ok(`${members.length} of ${members.length} members are well.`);
  const names = away.map(({ name, stateStr }) => `${name} (${stateStr})`).join(', ');
  return warning(
    `Not well: ${names}. Start it, or look at its log; without a majority nothing can be written.`,
  );
}

async function lookAtClock({ portal }: Context): Promise<Found> {
  const from = Date.now();
  const { localTime } = await portal.getClient().db('admin').command({ hello: 1 });
  const middle = (from + Date.now()) / 2;
  const seconds = Math.abs(localTime.getTime() - middle) / 1000;
  const text = `The clocks of this machine and of MongoDB differ by ${seconds.toFixed(1)} s`;
  if (seconds < 2) return ok(`${text}.`);
  return (seconds < 20 ? warning : fault)(
    `${text}: let both be set by NTP. Work is done twice when they differ by half a minute.`,
  );
}

async function lookAtKeys({ settings, portal }: Context): Promise<Found> {
  const rings = await loadKeys(settings);
  await makeKeyCheck(portal, findEncryptedIn(portal))(rings);
  let [stale, unreadable] = [0, 0];
  for (const purpose of purposes) {
    const count = await countStaleKeys(purpose, rings, portal);
    stale += count.stale;
    unreadable += count.unreadable;
  }
  if (unreadable > 0)
    return fault(
      `${unreadable} data keys are wrapped with a key that is missing here, so what they encrypt can't be read: put that key back, at the end of its ring.`,
    );
  if (stale > 0) return warning(`${stale} data keys are under an old key: say npm run keys:rotate again.`);
  return ok('The keys are those of the database, and all data keys are under the keys in use.');
}

async function lookAtMigrations({ portal }: Context): Promise<Found> {
  const records = portal
    .getClient()
    .db(portal.name)
    .collection<{ _id: string; done_at: Date | null }>('migrations');
  const done = await records.find({ done_at: { $ne: null } }).toArray();
  const ids = done.map(({ _id }) => _id);
  const known = migrations.map(({ id }) => id);
  const newer = ids.filter((id) => id > baseline && !known.includes(id));
  if (newer.length > 0)
    return fault(
      `The database belongs to a newer version of claimdesk (it has ${newer.at(-1)}): use that version.`,
    );
  const missing = known.filter((id) => !ids.includes(id));
  if (missing.length === 0) return ok(`All ${known.length} have run.`);
  return warning(
    `${missing.length} have not run (${missing.join(', ')}): they do at the next start. Make a backup first.`,
  );
}

async function lookAtProcesses({ settings, portal }: Context): Promise<Found> {
  const hold = await readHold(portal);
  if (hold)
    return warning(
      `${hold.backup} was restored here, so mail and jobs are held: when all is there, say npm run restore:release.`,
    );
  const count = await countProcesses(portal.getClient().db(settings.PORTAL_DATABASE));
  if (count === 0) return warning('No site and no worker runs.');
  return ok(`${count} run.`);
}

async function lookAtDisk({ settings, portal }: Context): Promise<Found> {
  const { bavail, bsize } = await statfs(settings.DATA_DIR);
  const { fsTotalSize, fsUsedSize } = await portal.getClient().db(portal.name).command({ dbStats: 1 });
  const left = [
    ['DATA_DIR', bavail * bsize],
    ...(typeof fsTotalSize === 'number' ? [['the database', fsTotalSize - fsUsedSize]] : []),
  ] as [string, number][];
  const text = left
    .map(([place, bytes]) => `${(bytes / gigabyte).toFixed(1)} GB are left for ${place}`)
    .join(', ');
  const least = Math.min(...left.map(([, bytes]) => bytes));
  if (least > 5 * gigabyte) return ok(`${text}.`);
  const mend = 'make room, see “The disk is full” in docs/operations.md.';
  return (least > gigabyte ? warning : fault)(`${text}: ${mend}`);
}

async function lookAtMail({ settings: { SMTP_URL, PUBLIC_URL }, portal }: Context): Promise<Found> {
  if (!SMTP_URL) {
    const text = 'Mail is not sent, but written into DATA_DIR/mail: set SMTP_URL.';
    return (isPublicAddress(PUBLIC_URL) ? fault : warning)(text);
  }
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };
  const transport = createTransport({ url: SMTP_URL, ...timeouts });
  try {
    await transport.verify();
  } catch (error) {
    // Its message may quote what the server answered to the user name.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    return fault(
      `The mail server of SMTP_URL does not take our sign-in (${code}): correct SMTP_URL, or look whether it can be reached from here.`,
    );
  } finally {
    transport.close();
  }
  const oldest = await findOldestQueued(portal);
  const minutes = oldest ? Math.round((Date.now() - oldest.getTime()) / minuteMs) : 0;
  if (minutes > 30)
    return fault(
      `The mail server answers, but an email waits for ${minutes} minutes: see /admin/mail, and whether a worker runs.`,
    );
  return ok('The mail server takes our sign-in, and no email waits for long.');
}

async function lookAtProxies({ settings: { PUBLIC_URL }, trustedProxies }: Context): Promise<Found> {
  const proxies = trustedProxies.split(/[\s,]+/).filter(Boolean);
  if (proxies.some((each) => /\/0$/.test(each)))
    return fault(
      'TRUSTED_PROXIES believes everybody, so anybody can choose the address that limits count: name the reverse proxy alone.',
    );
  if (proxies.length > 0) return ok(`X-Forwarded-For of ${proxies.join(', ')} is believed.`);
  if (!isPublicAddress(PUBLIC_URL)) return ok('None is believed, and none is needed on this machine.');
  return warning(
    'TRUSTED_PROXIES is not set: behind a reverse proxy all visitors count as one, and limits shut everybody out.',
  );
}

async function lookAtAuditLog({ settings, portal }: Context): Promise<Found> {
  const audit = await openServerAuditLog({ portal, settings });
  const stopped = await audit.fault();
  await audit.stop();
  if (stopped)
    return fault(`It is stopped: ${stopped} See “The audit log is not whole” in docs/operations.md.`);
  if (!(await isProtected(portal.getClient(), settings.AUDIT_DATABASE)))
    return warning(
      'The user in MONGODB_URI may change entries: run scripts/setup.ts, or give it find and insert alone.',
    );
  return ok('It ends where it should, and the site cannot change it.');
}

async function lookAtBackups({ settings, portal }: Context): Promise<Found> {
  const { backup } = await readBackupRecords(portal);
  const serves = isPublicAddress(settings.PUBLIC_URL) ? fault : warning;
  if (!settings.BACKUP_KEY)
    return serves('None are made by the site: set BACKUP_KEY, unless others make them.');
  if (!backup) return serves('None was made yet: say npm run backup.');
  const hours = Math.round((Date.now() - backup.at.getTime()) / (60 * minuteMs));
  const text = `The newest is ${backup.name}, ${hours} hours old`;
  if (hours > 36) return fault(`${text}: look where the job backup failed, on /admin/system or in the log.`);
  if (!settings.BACKUP_S3_URL && !settings.BACKUP_COMMAND)
    return warning(`${text}, and lies on this machine alone: set BACKUP_S3_URL or BACKUP_COMMAND.`);
  return ok(`${text}.`);
}

async function lookAtRehearsal({ portal }: Context): Promise<Found> {
  const { backup, rehearsal } = await readBackupRecords(portal);
  if (!rehearsal)
    return backup
      ? warning('No backup was ever restored to try it: say npm run rehearse.')
      : ok('There is no backup yet.');
  const { at, name, faults = [] } = rehearsal;
  const days = Math.floor((Date.now() - at.getTime()) / dayMs);
  if (faults.length > 0)
    return fault(
      `That of ${name} found ${faults.length} faults: ${faults.join(' ')} Make a new backup, and rehearse that.`,
    );
  if (days > 35) return warning(`The last was ${days} days ago: say npm run rehearse.`);
  return ok(`${name} was restored and opened ${days} days ago.`);
}
