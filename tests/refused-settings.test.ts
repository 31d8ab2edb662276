import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeys } from '../api/platform/keys/key-ring.ts';
import { loadKeys } from '../api/platform/keys/load-keys.ts';
import { findFreePort } from '../scripts/free-port.ts';
import { parseEnv } from '../web/env.ts';

const root = join(import.meta.dirname, '..');
let folder: string;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'claimdesk-settings-'));
  port = await findFreePort();
  for (const mode of [0o644, 0o620]) {
    await writeFile(join(folder, mode.toString(8)), makeKeys());
    await chmod(join(folder, mode.toString(8)), mode);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const processes = {
  site: { cwd: 'web', args: ['server.ts'] },
  cms: { cwd: 'cms', args: ['../node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1'] },
  start: { cwd: '.', args: ['scripts/start.ts'] },
};
type Name = keyof typeof processes;

/** Valid settings of a public site; nothing listens at its MONGODB_URI. */
const publicSite = () => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://www.disability-firm.test',
  MONGODB_URI: 'mongodb://site:Vb8sQ1zTq0@127.0.0.1:9/?replicaSet=rs0',
  PAYLOAD_SECRET: randomBytes(32).toString('hex'),
  APP_KEYS: makeKeys(),
  STAFF_EMAIL: 'intake@disability-firm.test',
  SMTP_URL: 'smtps://mail:Kq93mUw1xx@mail.disability-firm.test',
  DATA_DIR: join(folder, 'data'),
  PORT: String(port),
});

/** Starts one of our processes and waits for it to exit. */
function run(
  name: Name,
  change: Record<string, string | undefined>,
): Promise<{ code: number | null; stderr: string }> {
  const { cwd, args } = processes[name];
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...publicSite(), ...change } as NodeJS.ProcessEnv;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: join(root, cwd), env });
    const timeout = setTimeout(() => child.kill('SIGKILL'), 60_000);
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('exit', (code) => {
      clearTimeout(timeout);
      resolve({ code, stderr: stderr.trim() });
    });
  });
}

const keysWith = (secret: string) => {
  const rings = JSON.parse(makeKeys());
  rings.fields[0].secret = secret;
  return JSON.stringify(rings);
};
const notRandom =
  /^APP_KEYS: the key k1 of fields is not random: take one that `openssl rand -base64 32` prints\.$/;
const sampleSecret = /^PAYLOAD_SECRET is a sample value: put a secret of your own in its place\.$/;
const weakSecret =
  /^PAYLOAD_SECRET can be guessed: take a random one, such as `openssl rand -hex 32` prints\.$/;
const inBase64 = (text: string) => Buffer.from(text).toString('base64');

/** Each case: its name, the changed settings, the expected message, and the processes that refuse it. */
const cases: [string, Record<string, string | undefined>, RegExp, Name[]][] = [
  [
    'a public address over http',
    { PUBLIC_URL: 'http://www.disability-firm.test' },
    /^PUBLIC_URL .+ must start with https:\/\/\.$/,
    ['site', 'cms', 'start'],
  ],
  [
    'an address in the local network over http',
    { PUBLIC_URL: 'http://192.168.1.5:3000' },
    /^PUBLIC_URL .+ must start with https:\/\/\.$/,
    ['site', 'cms', 'start'],
  ],
  // Next's command and npm start set NODE_ENV themselves.
  [
    'a public address without NODE_ENV',
    { NODE_ENV: undefined },
    /^NODE_ENV is not set, .+ set NODE_ENV=production\.$/,
    ['site'],
  ],
  [
    'DEVELOPER_PAGES',
    { DEVELOPER_PAGES: '1' },
    /^DEVELOPER_PAGES .+ leave it out in production\.$/,
    ['site', 'start'],
  ],
  [
    'a key file that everybody may read',
    { APP_KEYS: undefined, APP_KEYS_FILE: '644' },
    /^Others may read or change the file with the keys: make it yours with chmod 600 \S+$/,
    ['site', 'start'],
  ],
  [
    'a key file that a group may change',
    { APP_KEYS: undefined, APP_KEYS_FILE: '620' },
    /^Others may read or change the file with the keys: /,
    ['site', 'start'],
  ],
  [
    'a key of one repeated byte',
    { APP_KEYS: keysWith(Buffer.alloc(32, 7).toString('base64')) },
    notRandom,
    ['site', 'start'],
  ],
  [
    'a key of two alternating bytes',
    { APP_KEYS: keysWith(Buffer.alloc(32, 'xy').toString('base64')) },
    notRandom,
    ['site', 'start'],
  ],
  [
    'a key made of words',
    { APP_KEYS: keysWith(inBase64('correct horse battery staple etc')) },
    notRandom,
    ['site', 'start'],
  ],
  [
    'a key whose halves are equal',
    { APP_KEYS: keysWith(Buffer.alloc(32, randomBytes(16)).toString('base64')) },
    notRandom,
    ['site', 'start'],
  ],
  [
    'a key of consecutive bytes',
    { APP_KEYS: keysWith(Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('base64')) },
    notRandom,
    ['site', 'start'],
  ],
  [
    'a short key',
    { APP_KEYS: keysWith(randomBytes(16).toString('base64')) },
    /^APP_KEYS: the key k1 of fields must be 32 bytes long\.$/,
    ['site', 'start'],
  ],
  [
    'keys that are not JSON',
    { APP_KEYS: '{"fields": [' },
    /^APP_KEYS is not valid JSON\.$/,
    ['site', 'start'],
  ],
  [
    'a sample PAYLOAD_SECRET',
    { PAYLOAD_SECRET: 'change-me-change-me-change-me-change-me' },
    sampleSecret,
    ['site', 'cms'],
  ],
  [
    'a PAYLOAD_SECRET of consecutive digits',
    { PAYLOAD_SECRET: '0123456789abcdef0123456789abcdef' },
    sampleSecret,
    ['site', 'cms'],
  ],
  [
    'a PAYLOAD_SECRET of one repeated character',
    { PAYLOAD_SECRET: '9'.repeat(40) },
    weakSecret,
    ['site', 'cms'],
  ],
  [
    'a PAYLOAD_SECRET of words',
    { PAYLOAD_SECRET: 'correct horse battery staple and more' },
    weakSecret,
    ['site', 'cms'],
  ],
  [
    'a PAYLOAD_SECRET whose halves are equal',
    { PAYLOAD_SECRET: 'f2b7c4d19a6e8035f2b7c4d19a6e8035' },
    weakSecret,
    ['site', 'cms'],
  ],
  [
    'a sample password of the database',
    { MONGODB_URI: 'mongodb://site:secret@127.0.0.1:9/?replicaSet=rs0' },
    /^MONGODB_URI holds a sample password: /,
    ['site', 'cms', 'start'],
  ],
  [
    'a sample password of the mail server',
    { SMTP_URL: 'smtps://user:secret@mail.disability-firm.test' },
    /^SMTP_URL holds a sample password: /,
    ['site', 'start'],
  ],
  [
    'no mail server',
    { SMTP_URL: undefined },
    /^SMTP_URL is not set, so no mail would leave: /,
    ['site', 'start'],
  ],
  [
    'a sample mail server',
    { SMTP_URL: 'smtps://u:Kq93mUw1xx@mail.example.org' },
    /^SMTP_URL is a sample value: /,
    ['site', 'start'],
  ],
  [
    'no email address for staff notices',
    { STAFF_EMAIL: undefined },
    /^STAFF_EMAIL is a sample value: /,
    ['site', 'start'],
  ],
  [
    'the same database for both',
    { PORTAL_DATABASE: 'cms' },
    /^CMS_DATABASE and PORTAL_DATABASE must be two databases: /,
    ['site', 'start'],
  ],
  [
    'the audit log in the database of another',
    { AUDIT_DATABASE: 'portal' },
    /^AUDIT_DATABASE must be a database of its own: /,
    ['site', 'start'],
  ],
];

/** The environment of a case. */
const change = ({ APP_KEYS_FILE: file, ...changed }: Record<string, string | undefined>) => ({
  ...changed,
  ...(file && { APP_KEYS_FILE: join(folder, file) }),
});

describe('settings of a public site are refused', () => {
  it.each(cases)('with %s, in one sentence that says what to do', async (_, changed, sentence) => {
    const env = { ...publicSite(), ...change(changed) } as NodeJS.ProcessEnv;
    await expect((async () => loadKeys(parseEnv(env)))()).rejects.toThrow(sentence);
  });
});

/** One case of each check: the processes share them. */
const casesOfProcesses = [
  'a public address over http',
  'a key file that everybody may read',
  'a key of one repeated byte',
  'a sample PAYLOAD_SECRET',
  'a sample password of the database',
  'no mail server',
  'the same database for both',
];

describe.each(Object.keys(processes) as Name[])(
  'the %s process does not start on a public site',
  { tags: 'thorough' },
  (name) => {
    const casesOfProcess = cases.filter(
      ([title, , , names]) => casesOfProcesses.includes(title) && names.includes(name),
    );
    it.each(casesOfProcess)('with %s, and says what to do in one sentence', async (_, changed, sentence) => {
      const { code, stderr } = await run(name, change(changed));
      expect(stderr).toMatch(sentence);
      expect(stderr.split('\n')).toHaveLength(1);
      expect(code).toBe(1);
    });
  },
);

it('with valid settings, the site process gets as far as connecting to its database', {
  tags: 'thorough',
}, async () => {
  const { code, stderr } = await run('site', {});
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^MongoDB does not answer at 127\.0\.0\.1:9: /)]);
});
