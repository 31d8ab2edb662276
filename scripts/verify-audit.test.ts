import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditEntry, auditCollection, auditHeadFile, emptyLog, nextEntry } from '@claimdesk/api/audit';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const AUDIT_DATABASE = `verified_audit_${process.pid}`;
const script = join(import.meta.dirname, 'verify-audit.ts');
let client: mongoose.mongo.MongoClient;
let DATA_DIR: string;
let entries: mongoose.mongo.Collection<AuditEntry>;
beforeAll(async () => {
  client = await mongoose.mongo.MongoClient.connect(process.env.MONGODB_URI ?? '');
  entries = client.db(AUDIT_DATABASE).collection(auditCollection);
  DATA_DIR = await mkdtemp(join(tmpdir(), 'claimdesk-verify-'));
});
beforeEach(async () => {
  await entries.deleteMany({});
  const chain: AuditEntry[] = [];
  for (let at = 0; at < 20; at += 1) {
    const event = { actor: 'staff:one', action: 'evaluations.detail', subject: String(at) };
    chain.push(nextEntry(chain.at(-1) ?? emptyLog, event, new Date(1_760_000_000_000 + at)));
  }
  await entries.insertMany(chain);
  const { _id, hash } = chain.at(-1) ?? emptyLog;
  await writeFile(join(DATA_DIR, auditHeadFile), JSON.stringify({ _id, hash }));
});
afterAll(async () => {
  await client.db(AUDIT_DATABASE).dropDatabase();
  await client.close();
  await rm(DATA_DIR, { recursive: true, force: true });
});

/** Runs the command as a deployment does. */
function verify(): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, AUDIT_DATABASE, DATA_DIR };
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

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
      'Entry 3 was changed.',
      'Entries 9 to 9 are missing.',
      'Entries 20 to 20 are missing at the end.',
    ]);
    expect(stdout).toContain('18 entries, the last is 19 with');
    expect(stdout).toContain(': 3 faults');
  });
});
