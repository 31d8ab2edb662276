import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openAuditKey } from '#api/platform/keys/data-keys.ts';
import { auditFaults, openDeps } from '../../../tests/setup/deps.ts';
import { linkAllWithoutKey } from '../../../tests/setup/old-audit-log.ts';
import { type AuditEntry, closedLog, emptyLog } from './audit-chain.ts';
import { auditHeadsFile, noteHead } from './audit-heads.ts';
import { type AuditLog, openAuditLog } from './audit-log.ts';
import { closeOldLog } from './close-old-log.ts';

const event = { actor: 'staff:one', action: 'evaluations.list', subject: null };
const old = linkAllWithoutKey(
  Array.from({ length: 20 }, (_, at) => ({
    ...event,
    at: new Date(1_760_000_000_000 + at),
    ...(at % 3 === 0 && { details: { rows: at } }),
  })),
  emptyLog,
);
const last = old.at(-1) as AuditEntry;
let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
let opened: AuditLog[] = [];
beforeEach(async () => {
  opened = [];
  await deps.audit.entries.deleteMany({});
  await rm(join(deps.settings.DATA_DIR, auditHeadsFile), { force: true });
  // One that is left open notes its end a minute later, among the files that the worker tests next.
  return () => Promise.all(opened.map((audit) => audit.stop()));
});
afterAll(() => deps.close());

/** @returns the log as a site that starts after the migration opens it. */
async function open(): Promise<Pick<Deps, 'audit'>> {
  const { portal, keys, settings, log } = deps;
  const key = await openAuditKey(keys, portal);
  const audit = await openAuditLog({ client: portal.getClient(), key, settings, log });
  opened.push(audit);
  return { audit };
}

const closings = () => deps.audit.entries.find({ action: closedLog }).toArray();

/** @param log of 1.0. @param head where 1.0 remembered its end. */
async function upgrade(log: readonly object[], { _id, hash } = last): Promise<void> {
  const { DATA_DIR } = deps.settings;
  await mkdir(DATA_DIR, { recursive: true });
  await writeFile(join(DATA_DIR, 'audit-head.json'), JSON.stringify({ _id, hash }));
  if (log.length > 0) await deps.audit.entries.insertMany(log as AuditEntry[]);
  await closeOldLog.run(deps);
}

describe('the log of 1.0', () => {
  it('is not there in a new installation, so that nothing is closed', async () => {
    await upgrade([], { ...last, ...emptyLog });
    expect(await deps.audit.entries.countDocuments()).toBe(0);
  });

  it('is closed once by an entry that binds its end and its length, and goes on under the key', async () => {
    await upgrade(old);
    await Promise.all([closeOldLog.run(deps), closeOldLog.run(deps)]);
    expect(await closings()).toMatchObject([
      { _id: 21, previous: last.hash, details: { entries: 20, faults: 0 } },
    ]);
    const site = await open();
    expect(await site.audit.record(event)).toBe(22);
    await closeOldLog.run(deps);
    expect(await auditFaults(site)).toEqual([]);
    expect(await deps.audit.entries.countDocuments()).toBe(22);
    expect(await readdir(deps.settings.DATA_DIR)).not.toContain('audit-head.json');
  });

  it('is closed by one of several sites, whichever steps of another are between its own', async () => {
    await deps.audit.entries.insertMany(old);
    const sites = Array.from({ length: 40 }, async (_, at) => {
      for (let turn = 0; turn < at; turn += 1) await deps.audit.entries.findOne();
      await closeOldLog.run(deps);
    });
    await Promise.all(sites);
    expect(await closings()).toHaveLength(1);
    expect(await auditFaults(await open())).toEqual([]);
  });

  it('cannot be linked anew once it is closed', async () => {
    await upgrade(old);
    const site = await open();
    await site.audit.record(event);
    const forged = linkAllWithoutKey(
      old.map((entry) => ({ ...entry, actor: 'staff:two' })),
      emptyLog,
    );
    await deps.audit.entries.deleteMany({ _id: { $lte: 20 } });
    await deps.audit.entries.insertMany(forged);
    expect(await auditFaults(site)).toEqual([
      'Entry 21 does not follow the entry before it: one of them was replaced.',
    ]);
    await deps.audit.entries.deleteMany({ _id: { $lte: 21 } });
    await deps.audit.entries.insertMany(
      linkAllWithoutKey([...forged, { ...event, at: new Date() }], emptyLog),
    );
    expect(await auditFaults(site)).toHaveLength(2);
  });

  it('is closed by the entry that accepts its restore, and then not again', async () => {
    const other = createSecretKey(randomBytes(32));
    await noteHead(deps.settings.DATA_DIR, { _id: 30, hash: 'f'.repeat(64), restores: 0 }, other);
    await deps.audit.entries.insertMany(old);
    const site = await open();
    await expect(site.audit.record(event)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await site.audit.acceptRestore('server')).toMatchObject({ _id: 21, details: { from: 0, to: 20 } });
    await closeOldLog.run(deps);
    expect(await (await open()).audit.record(event)).toBe(22);
    expect(await auditFaults(site)).toEqual([]);
    expect(await deps.audit.entries.countDocuments()).toBe(22);
  });

  it('is closed with what is wrong in it, which every check goes on to name', async () => {
    const changed = old.map((entry) => (entry._id === 4 ? { ...entry, actor: 'staff:two' } : entry));
    const stray = { ...last, _id: 999_999 };
    const [missing] = linkAllWithoutKey([last], last);
    await upgrade([...changed.filter(({ _id }) => _id !== 9), stray], missing);
    expect(await closings()).toMatchObject([{ _id: 21, details: { entries: 20, faults: 3 } }]);
    const site = await open();
    await site.audit.record(event);
    expect(await auditFaults(site)).toEqual([
      'Entry 4 was changed, or is not of this log.',
      'Entries 9 to 9 are missing.',
      'Entry 999999 was changed, or is not of this log.',
    ]);
  });
});
