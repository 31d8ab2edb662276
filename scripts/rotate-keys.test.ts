import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKeySecret, makeKeys } from '../api/platform/keys/key-ring.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-rotate-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function run(script: string, args: string[], APP_KEYS: string): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `${script}.ts`), ...args],
    {
      encoding: 'utf8',
      env: { ...process.env, APP_KEYS, DATA_DIR: dataDir, PORTAL_DATABASE: 'rotate_keys_test' },
    },
  );
  return { code: status, output: stdout + stderr };
}

/** The keys of the database, and after the second step of a rotation by hand. */
const keys = makeKeys();
const rings = JSON.parse(keys);
const rotatedByHand = JSON.stringify({
  ...rings,
  fields: [{ id: 'k2', secret: makeKeySecret() }, ...rings.fields],
});

const wrongKeys =
  /^APP_KEYS: the key k1 of \w+ is not the key of that name that this database was used with: .+\n$/;

describe('rotating keys', () => {
  it.each([[[]], [['everything']], [['fields ']]])('refuses %j and says what it takes', (args) => {
    const { code, output } = run('rotate-keys', args, keys);
    expect([code, output.trim()]).toEqual([
      1,
      'Say which keys to rotate: npm run keys:rotate -- <fields|forms|fingerprints|lookups|cms|all>',
    ]);
  });

  it('that come from APP_KEYS changes nothing and says what to do in which order', async () => {
    const { code, output } = run('rotate-keys', ['fields'], keys);
    expect(code).toBe(1);
    expect(output).toMatch(
      /1\. Put a new key at the END.*\n.*2\. Move it to the FRONT.*\n.*3\. Run this command/,
    );
    expect(await readdir(dataDir)).not.toContain('keys.json');
  });

  it('refuses keys that are not those of the database', () => {
    const { code, output } = run('rotate-keys', ['fields'], makeKeys());
    expect([code, output]).toEqual([1, expect.stringMatching(wrongKeys)]);
  });

  it('that come from APP_KEYS and have a new one in front brings what is stored under it', () => {
    const { code, output } = run('rotate-keys', ['fields'], rotatedByHand);
    expect([code, output]).toEqual([0, output]);
    expect(output).toMatch(/key in use: k2/);
    expect(output).toMatch(/still under an old key: 0/);
  });
});

describe('removing a key', () => {
  it.each([[[]], [['fields']], [['nothing', 'k1']]])('refuses %j and says what it takes', (args) => {
    const { code, output } = run('remove-key', args, keys);
    expect(code).toBe(1);
    expect(output).toMatch(/^Say which key to remove: npm run keys:remove -- <fields\|.*> <id>\n$/);
  });

  it('refuses keys that are not those of the database', () => {
    const { code, output } = run('remove-key', ['fields', 'k1'], makeKeys());
    expect([code, output]).toEqual([1, expect.stringMatching(wrongKeys)]);
  });

  it('from APP_KEYS is left to whoever set them, once nothing needs it', () => {
    const { code, output } = run('remove-key', ['fields', 'k1'], rotatedByHand);
    expect([code, output.trim()]).toEqual([1, 'Nothing stored needs k1 any more: take it out of APP_KEYS.']);
  });
});
