import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServerAuditLog } from '@claimdesk/api/server-audit-log';
import { readSettings } from '@claimdesk/api/settings';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeySecret } from '../api/platform/keys/key-ring.ts';

const databases = (kind: string) => ({
  CMS_DATABASE: `${kind}_cms_${process.pid}`,
  PORTAL_DATABASE: `${kind}_portal_${process.pid}`,
  AUDIT_DATABASE: `${kind}_audit_${process.pid}`,
});
const original = databases('backed_up');
const copy = databases('copied');
const BACKUP_KEY = makeKeySecret();
let connection: mongoose.Connection;
let folder: string;
let DATA_DIR: string;
beforeAll(async () => {
  connection = await mongoose.createConnection(process.env.MONGODB_URI ?? '').asPromise();
  folder = await mkdtemp(join(tmpdir(), 'claimdesk-backups-'));
  DATA_DIR = join(folder, 'data');
  const settings = readSettings({ ...process.env, ...original, DATA_DIR });
  const portal = connection.useDb(original.PORTAL_DATABASE);
  const audit = await openServerAuditLog({ portal, settings });
  await audit.record({ actor: 'staff:one', action: 'evaluations.detail', subject: 'one' });
  await audit.stop();
  await portal.collection('rows').insertMany([{ name: 'one' }, { name: 'two' }]);
});
afterAll(async () => {
  for (const name of [...Object.values(original), ...Object.values(copy)])
    await connection.getClient().db(name).dropDatabase();
  await connection.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command as a deployment does. */
function run(script: string, args: string[] = [], more: Record<string, string> = {}) {
  const env = {
    ...process.env,
    ...original,
    DATA_DIR,
    BACKUP_KEY,
    BACKUP_DIR: join(folder, 'backups'),
    ...more,
  };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, script), ...args],
      { env },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

describe('the commands of backups', () => {
  it('say in a sentence what is missing, and end with exit code 1', async () => {
    expect(await run('backup.ts', [], { BACKUP_KEY: '' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^BACKUP_KEY is not set: .*\n$/),
    });
    for (const script of ['restore.ts', 'rehearse.ts'])
      expect(await run(script)).toMatchObject({
        code: 1,
        stderr: 'There is no backup in the folder of backups.\n',
      });
  });

  it('back up, rehearse, restore elsewhere and release, and print nothing that is secret', async () => {
    const made = await run('backup.ts');
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toMatch(
      /^claimdesk-\d{8}T\d{9}Z: \d+ rows of \d+ collections, 0 files, .*read back without a fault\.\n$/,
    );
    expect(await readdir(join(folder, 'backups'))).toHaveLength(3);

    const refused = await run('restore.ts');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('is not empty: with --replace'),
    ]);

    const rehearsed = await run('rehearse.ts');
    expect([rehearsed.code, rehearsed.stderr]).toEqual([0, '']);
    expect(rehearsed.stdout).toMatch(/0 faults\n$/);

    const restored = await run('restore.ts', [], copy);
    expect([restored.code, restored.stderr]).toEqual([0, '']);
    expect(restored.stdout).toContain('every collection is the same as in the backup');
    expect(await connection.useDb(copy.PORTAL_DATABASE).collection('rows').countDocuments()).toBe(2);

    const released = await run('release-restore.ts', [], copy);
    expect(released.stdout).toMatch(/^The copy that was restored of claimdesk-\w+ sends mail/);
    for (const { stdout } of [made, rehearsed, restored, released]) {
      expect(stdout).not.toContain(BACKUP_KEY);
      expect(stdout).not.toContain(new URL(process.env.MONGODB_URI ?? '').password);
    }
  });

  it('replace what is there when they are told to, and say so in the audit log', async () => {
    const settings = readSettings({ ...process.env, ...original, DATA_DIR });
    const audit = await openServerAuditLog({ portal: connection.useDb(original.PORTAL_DATABASE), settings });
    await audit.record({ actor: 'staff:one', action: 'evaluations.detail', subject: 'two' });
    await audit.stop();
    const { code, stdout } = await run('restore.ts', ['--replace']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'Entry 2 of the audit log says that it goes on after entry 1, where 2 had been the end.',
    );
    expect((await run('verify-audit.ts')).code).toBe(0);
  });
});

describe('npm run doctor', () => {
  it('prints a line for each part, and ends with exit code 1 when one is at fault', async () => {
    const { code, stdout } = await run('doctor.ts', [], {
      SMTP_URL: 'smtp://user:secret@127.0.0.1:9',
      PAYLOAD_SECRET: '',
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok +replica set +1 of 1/m);
    expect(stdout).toMatch(/^FAULT +mail .*ESOCKET/m);
    expect(stdout).not.toContain('secret');
  });
});
