import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { makeKeySecret, makeKeys } from '#api/platform/keys/key-ring.ts';
import type { Settings } from '#api/platform/settings.ts';
import { empty, openDeps } from '../../tests/setup/deps.ts';
import { recordRehearsal } from './backup/backups.model.ts';
import { examine } from './doctor.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await mkdir(deps.settings.DATA_DIR, { recursive: true });
});
beforeEach(() => empty(deps, 'backups', 'holds', 'outbox'));
afterAll(() => deps.close());

const hour = 60 * 60 * 1000;
const publicSite = { PUBLIC_URL: 'https://www.example.org', NODE_ENV: 'test' as const };

/** @returns what is found of one part. */
async function found(name: string, more: Partial<Settings> = {}, trustedProxies = '') {
  const findings = await examine({ ...deps.settings, ...more }, { trustedProxies });
  return findings.find((each) => each.name === name) ?? findings[0];
}

describe('the doctor finds at fault', () => {
  it('a database that does not answer, and looks at nothing else then', async () => {
    const MONGODB_URI = 'mongodb://site:secret@127.0.0.1:9/?replicaSet=claimdesk';
    const findings = await examine({ ...deps.settings, MONGODB_URI }, { trustedProxies: '' });
    expect(findings).toMatchObject([{ name: 'database', state: 'fault' }]);
    expect(JSON.stringify(findings)).not.toContain('secret');
  });

  it('keys of another database', async () => {
    expect(await found('keys', { APP_KEYS: makeKeys() })).toMatchObject({
      state: 'fault',
      text: expect.stringContaining('is not the key of that name'),
    });
  });

  it('a mail server that does not answer, and names no password', async () => {
    const finding = await found('mail', { SMTP_URL: 'smtp://user:secret@127.0.0.1:9' });
    expect(finding).toMatchObject({ state: 'fault', text: expect.stringContaining('ESOCKET') });
    expect(JSON.stringify(finding)).not.toContain('secret');
  });

  it('a public site without mail, and proxies that are everybody', async () => {
    expect(await found('mail', publicSite)).toMatchObject({ state: 'fault' });
    expect(await found('proxies', publicSite, '0.0.0.0/0')).toMatchObject({ state: 'fault' });
  });

  it('a newest backup of two days ago, and a rehearsal that found faults', async () => {
    const at = new Date(Date.now() - 48 * hour);
    const row = { _id: 'backup' as never, at, name: 'claimdesk-20261126T060000000Z' };
    await deps.portal.collection('backups').insertOne(row);
    await recordRehearsal('claimdesk-20261126T060000000Z', ['portal.clients is missing.'], deps.portal);
    const BACKUP_KEY = makeKeySecret();
    expect(await found('backups', { BACKUP_KEY })).toMatchObject({
      state: 'fault',
      text: expect.stringContaining('48 hours old'),
    });
    expect(await found('rehearsal', { BACKUP_KEY })).toMatchObject({
      state: 'fault',
      text: expect.stringContaining('portal.clients is missing.'),
    });
  });

  it('a database that a newer version wrote', async () => {
    await deps.portal
      .collection('migrations')
      .insertOne({ _id: '2999-01-01-later' as never, done_at: new Date() });
    expect(await found('migrations')).toMatchObject({
      state: 'fault',
      text: expect.stringContaining('newer version'),
    });
    await deps.portal.collection('migrations').deleteOne({ _id: '2999-01-01-later' as never });
  });
});

describe('the doctor warns', () => {
  it('of a restored copy that holds its jobs', async () => {
    const hold = { _id: 'restore' as never, since: new Date(), backup: 'claimdesk-20261126T060000000Z' };
    await deps.portal.collection('holds').insertOne(hold);
    expect(await found('processes')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('npm run restore:release'),
    });
  });

  it('of a public site that believes no proxy', async () => {
    expect(await found('proxies', publicSite)).toMatchObject({ state: 'warning' });
  });

  it('of backups that lie on one machine alone, and of none that was tried', async () => {
    const row = { _id: 'backup' as never, at: new Date(), name: 'claimdesk-20261126T060000000Z' };
    await deps.portal.collection('backups').insertOne(row);
    const BACKUP_KEY = makeKeySecret();
    expect(await found('backups', { BACKUP_KEY })).toMatchObject({ state: 'warning' });
    expect(await found('rehearsal', { BACKUP_KEY })).toMatchObject({ state: 'warning' });
  });
});

it('the doctor finds a working installation well, part by part, and says no secret', async () => {
  await deps.portal.collection('backups').insertMany([
    { _id: 'backup' as never, at: new Date(), name: 'claimdesk-20261126T060000000Z' },
    { _id: 'rehearsal' as never, at: new Date(), name: 'claimdesk-20261126T060000000Z', faults: [] },
  ]);
  const BACKUP_KEY = makeKeySecret();
  const settings = { ...deps.settings, BACKUP_KEY, BACKUP_COMMAND: 'true' };
  const findings = await examine(settings, { trustedProxies: '10.0.0.2' });
  const well = findings.filter(({ state }) => state === 'ok').map(({ name }) => name);
  // The others depend on the machine: its MongoDB, its disk, and a database user who is the owner.
  for (const name of [
    'replica set',
    'clock',
    'keys',
    'migrations',
    'processes',
    'proxies',
    'backups',
    'rehearsal',
  ])
    expect(well).toContain(name);
  const text = JSON.stringify(findings);
  const secrets = [BACKUP_KEY, new URL(settings.MONGODB_URI).password];
  for (const secret of secrets) expect(text).not.toContain(secret);
});
