import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeKeys, parseKeys } from '../api/platform/keys/key-ring.ts';
import { prepareEnvironment } from './environment.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-environment-'));
  vi.stubEnv('APP_KEYS', undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(dataDir, { recursive: true, force: true });
});

const database = { siteUri: 'mongodb://site', cmsUri: 'mongodb://cms' };
const prepare = () => prepareEnvironment({ dataDir, port: 3000, database });
const file = () => join(dataDir, 'keys.json');
const without = (purpose: string) => {
  const rings = JSON.parse(makeKeys());
  delete rings[purpose];
  return JSON.stringify(rings);
};

describe('the client of a first start', () => {
  it('is one whom the registration form takes, with a PIN of their own', async () => {
    const pins = new Set<string>();
    for (let start = 0; start < 30; start += 1) {
      await rm(join(dataDir, 'credentials.json'), { force: true });
      const { ssn, pin, dateOfBirth } = (await prepare()).credentials.client;
      pins.add(pin);
      const answers = { ssn, date_of_birth: dateOfBirth, pin, confirm_pin: pin, not_a_robot: true };
      expect(validateAnswers(getForm('client-registration'), answers)).toMatchObject({ ok: true });
    }
    expect(pins.size).toBeGreaterThan(20);
  });
});

describe('the keys of a start', () => {
  it('are made on the first one, for the owner only, and stay as they are', async () => {
    const first = await prepare();
    const made = await readFile(file(), 'utf8');
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(first.site).toMatchObject({ APP_KEYS_FILE: file() });
    await prepare();
    expect(await readFile(file(), 'utf8')).toBe(made);
  });

  it('get a ring that is new, in a file for the owner only, and keep every key that is there', async () => {
    const older = without('lookups');
    await writeFile(file(), older, { mode: 0o600 });
    await prepare();
    const now = await readFile(file(), 'utf8');
    expect(JSON.parse(now)).toMatchObject(JSON.parse(older));
    expect(parseKeys(now).lookups).toHaveLength(1);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await readdir(dataDir)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('are not touched and not believed when the file is damaged', async () => {
    await writeFile(file(), '{"fields": [', { mode: 0o600 });
    await expect(prepare()).rejects.toThrow('APP_KEYS is not valid JSON.');
    expect(await readFile(file(), 'utf8')).toBe('{"fields": [');
  });

  it('are given to the site alone, by the name of their file, so that a process that starts later finds the current ones', async () => {
    const { site, cms } = await prepare();
    expect(site).not.toHaveProperty('APP_KEYS');
    expect(cms).not.toHaveProperty('APP_KEYS');
    expect(cms).not.toHaveProperty('APP_KEYS_FILE');
  });

  it('and the sign-ins to mail and to the document store are not given to the CMS', async () => {
    vi.stubEnv('SMTP_URL', 'smtp://mail');
    vi.stubEnv('DOCUMENTS_S3_SECRET', 'a secret');
    vi.stubEnv('CDN_PURGE_TOKEN', 'a token');
    const { site, cms } = await prepare();
    expect(site).toMatchObject({ SMTP_URL: 'smtp://mail', DOCUMENTS_S3_SECRET: 'a secret' });
    expect(cms).not.toHaveProperty('SMTP_URL');
    expect(cms).not.toHaveProperty('DOCUMENTS_S3_SECRET');
    expect(cms).not.toHaveProperty('CDN_PURGE_TOKEN');
  });

  it('are asked for in one sentence when they come from outside and one is missing', async () => {
    vi.stubEnv('APP_KEYS', without('lookups'));
    await expect(prepare()).rejects.toThrow(
      /^APP_KEYS lacks the ring lookups: add each as .* nothing else\.$/,
    );
    expect(await readdir(dataDir)).not.toContain('keys.json');
  });
});
