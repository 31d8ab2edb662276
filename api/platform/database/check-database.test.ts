import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mongodBuilds } from '../../../scripts/mongod-builds.ts';
import { checkDatabase, isSupported } from './check-database.ts';

/** Accepts connections and never answers. */
let silent: Server;
let silentAddress: string;
beforeAll(async () => {
  silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  silentAddress = `127.0.0.1:${(silent.address() as { port: number }).port}`;
});
afterAll(() => silent.close());

const uri = () => process.env.MONGODB_URI ?? '';
const host = () => new URL(uri()).host;
const check = (
  MONGODB_URI: string,
  more: { PUBLIC_URL?: string; NODE_ENV?: 'production' } = {},
  names = ['cms'],
) => checkDatabase({ MONGODB_URI, PUBLIC_URL: 'http://localhost:3000', NODE_ENV: 'test', ...more }, names);

/** @returns the error message, which must come within 10 seconds, be one sentence and quote no password. */
async function refusal(address: string): Promise<string> {
  const start = performance.now();
  const error: Error = await check(address).then(
    () => new Error('accepted'),
    (thrown: Error) => thrown,
  );
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(error.message.split('\n')).toHaveLength(1);
  expect(error.message).not.toContain('pa55');
  return error.message;
}

// At once, since most of them wait for seconds until no server has answered.
describe.concurrent('a MONGODB_URI is refused in one sentence', () => {
  it('when nothing listens there', { tags: 'thorough' }, async () => {
    expect(await refusal('mongodb://site:pa55@127.0.0.1:9/?replicaSet=rs0')).toBe(
      'MongoDB does not answer at 127.0.0.1:9: check MONGODB_URI, and that the server runs and can be reached from here.',
    );
  });

  it('when the server there does not answer', { tags: 'thorough' }, async () => {
    expect(await refusal(`mongodb://site:pa55@${silentAddress}/?replicaSet=rs0`)).toContain(
      `MongoDB does not answer at ${silentAddress}`,
    );
  });

  it('when its host name does not resolve', { tags: 'thorough' }, async () => {
    expect(await refusal('mongodb://site:pa55@no-such-host.invalid/?replicaSet=rs0')).toContain(
      'MongoDB does not answer at no-such-host.invalid:27017',
    );
  });

  it('when the password is wrong', async () => {
    expect(await refusal(`mongodb://owner:pa55@${host()}/?authSource=admin&replicaSet=claimdesk`)).toBe(
      'MongoDB refuses the user or the password in MONGODB_URI.',
    );
  });

  it('when it names another replica set', { tags: 'thorough' }, async () => {
    expect(await refusal(uri().replace('replicaSet=claimdesk', 'replicaSet=other'))).toBe(
      `MONGODB_URI names the replica set other, but the server at ${host()} belongs to claimdesk: correct replicaSet=.`,
    );
  });

  it.each([
    'mongodb://',
    'mongodb://site:pa55@',
    'mongodb://site:pa55@word@db1/?replicaSet=rs0',
    'mongodb://site:pa55/word@db1/?replicaSet=rs0',
    'mongodb://db1:port/?replicaSet=rs0',
    'mongodb://db1/?replicaSet=rs0&pa55=1',
  ])('when it is not an address: %s', async (address) => {
    expect(await refusal(address)).toMatch(/^MONGODB_URI is not a valid address: .+\.$/);
  });
});

describe('the server', () => {
  it('is reported with its version and whether that still gets security updates', async () => {
    const { version, supported } = await check(uri());
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(supported).toBe(isSupported(version));
  });

  it.each([
    ['6.0.28', false],
    ['7.0.0', false],
    ['7.0.33', false],
    ['7.0.34', true],
    ['7.3.4', false],
    ['8.0.0', false],
    ['8.0.22', false],
    ['8.0.23', true],
    ['8.1.2', false],
    ['8.2.9', false],
    ['8.2.10', true],
    ['8.3.3-rc0', true],
    ['8.10.0', true],
    ['9.0.0', true],
    ['none', false],
  ])('gets the security updates of its series from a certain patch on: %s, %s', (version, supported) => {
    expect(isSupported(version)).toBe(supported);
  });

  it('is at least of that patch where `npm start` brings it, but for the one that is for trials', () => {
    for (const { version, from } of mongodBuilds) expect(isSupported(version)).toBe(from === 'MongoDB');
  });

  it('serves a public site in production only while its version gets security updates', async () => {
    const { supported } = await check(uri());
    const onPublicSite = check(uri(), { NODE_ENV: 'production', PUBLIC_URL: 'https://firm.test' });
    if (supported) await expect(onPublicSite).resolves.toMatchObject({ supported });
    else
      await expect(onPublicSite).rejects.toThrow(
        /^MongoDB \d.+ must not serve a public site: use MongoDB 7\.0\.34, .+ or newer\.$/,
      );
    await expect(check(uri(), { NODE_ENV: 'production' })).resolves.toBeDefined();
  });
});
