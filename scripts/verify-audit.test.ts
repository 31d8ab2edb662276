import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditEntry, auditCollection } from '@claimdesk/api/audit';
import { openServerAuditLog } from '@claimdesk/api/server-audit-log';
import { readSettings } from '@claimdesk/api/settings';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const names = {
  AUDIT_DATABASE: `verified_audit_${process.pid}`,
  PORTAL_DATABASE: `verified_portal_${process.pid}`,
};
let connection: mongoose.Connection;
let DATA_DIR: string;
let entries: mongoose.mongo.Collection<AuditEntry>;
beforeAll(async () => {
  connection = await mongoose.createConnection(process.env.MONGODB_URI ?? '').asPromise();
  entries = connection.getClient().db(names.AUDIT_DATABASE).collection(auditCollection);
});
beforeEach(async () => {
  await entries.deleteMany({});
  DATA_DIR = await mkdtemp(join(tmpdir(), 'claimdesk-verify-'));
  const settings = readSettings({ ...process.env, ...names, DATA_DIR });
  const audit = await openServerAuditLog({ portal: connection.useDb(names.PORTAL_DATABASE), settings });
  for (let at = 0; at < 20; at += 1)
    await audit.record({ actor: 'staff:one', action: 'evaluations.detail', subject: String(at) });
  await audit.stop();
  return () => rm(DATA_DIR, { recursive: true, force: true });
});
afterAll(async () => {
  for (const name of Object.values(names)) await connection.getClient().db(name).dropDatabase();
  await connection.close();
});

/** Runs a command as a deployment does. */
function run(script: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, ...names, DATA_DIR };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, script)], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
const verify = () => run('verify-audit.ts');

describe('npm run audit:verify', () => {
  it('ends with exit code 0 and says where the log ends when nobody touched it', async () => {
    const { code, stdout, stderr } = await verify();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^20 entries, the last is 20 with [0-9a-f]{64}: 0 faults\n$/);
  });

  it('names every place, to the end, and ends with exit code 1', async () => {
    await entries.updateOne({ _id: 3 }, { $set: { actor: 'staff:two' } });
    await entries.deleteOne({ _id: 9 });
    await entries.deleteOne({ _id: 20 });
    const { code, stdout, stderr } = await verify();
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      'Entry 3 was changed, or is not of this log.',
      'Entries 9 to 9 are missing.',
      'Entries 20 to 20 are missing at the end.',
    ]);
    expect(stdout).toContain('18 entries, the last is 19 with');
    expect(stdout).toContain(': 3 faults');
  });
});

describe('npm run audit:accept-restore', () => {
  it('changes nothing where the log ends as it should', async () => {
    const { code, stdout } = await run('accept-restore.ts');
    expect([code, stdout]).toEqual([0, 'The audit log ends where it should: there is nothing to accept.\n']);
    expect(await entries.countDocuments()).toBe(20);
  });

  it('lets an older log go on, which the check says from then on', async () => {
    await entries.deleteMany({ _id: { $gt: 15 } });
    expect((await verify()).code).toBe(1);
    const { code, stdout } = await run('accept-restore.ts');
    expect([code, stdout]).toEqual([
      0,
      'Entry 16 says that the log goes on after entry 15, where 20 had been the end.\n',
    ]);
    const after = await verify();
    expect([after.code, after.stderr]).toEqual([0, '']);
    expect(after.stdout).toContain('a restore was accepted, of a log that ended at 15 where 20 had been');
  });
});
