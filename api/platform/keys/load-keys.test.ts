import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Log } from '#api/platform/log.ts';
import { readSettings } from '#api/platform/settings.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { keyFingerprint } from './key-heartbeat.ts';
import { type Keys, makeKeys, parseKeys } from './key-ring.ts';
import { followKeys, loadKeys } from './load-keys.ts';

let folder: string;
let file: string;
let stop: (() => Promise<void>) | undefined;
let lines: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'claimdesk-keys-'));
  file = join(folder, 'keys.json');
  lines = [];
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
  await rm(folder, { recursive: true });
});

const record = (event: string) => void lines.push(event);
const log: Log = { info: record, warn: record, error: record };

const check = async () => {};

/** What tells keys apart: two key objects are equal to a comparison, whatever is in them. */
function marksOf(keys: Keys) {
  return Object.fromEntries(
    Object.entries(keys).map(([purpose, ring]) => [purpose, ring.map(keyFingerprint)]),
  );
}

describe('the keys of a process', () => {
  it('are requested in one sentence when neither they nor their file are set', () => {
    const settings = { ...process.env, APP_KEYS: undefined };
    expect(() => readSettings(settings)).toThrow(/APP_KEYS or APP_KEYS_FILE: one of them must be set\.$/);
  });

  it('are refused in one sentence when their file is missing or damaged', async () => {
    await expect(loadKeys({ APP_KEYS_FILE: file })).rejects.toThrow("APP_KEYS_FILE can't be read (ENOENT).");
    await writeFile(file, '{', { mode: 0o600 });
    await expect(loadKeys({ APP_KEYS_FILE: file })).rejects.toThrow('APP_KEYS is not valid JSON.');
  });

  it('are taken from the environment before any file', async () => {
    await writeFile(file, makeKeys(), { mode: 0o600 });
    const text = makeKeys();
    expect(marksOf(await loadKeys({ APP_KEYS: text, APP_KEYS_FILE: file }))).toEqual(
      marksOf(parseKeys(text)),
    );
  });
});

describe('a change to the key file', () => {
  it('reaches code that holds a ring, and is reported', async () => {
    await writeFile(file, makeKeys(), { mode: 0o600 });
    const keys = await loadKeys({ APP_KEYS_FILE: file });
    const ring = keys.fields;
    const changed = vi.fn();
    stop = followKeys({ APP_KEYS_FILE: file }, { keys, log, check }, changed);
    const next = makeKeys();
    await writeFile(file, next);
    await eventually(() => expect(ring.map(keyFingerprint)).toEqual(marksOf(parseKeys(next)).fields));
    await eventually(() => expect(marksOf(keys)).toEqual(marksOf(parseKeys(next))));
    expect(changed).toHaveBeenCalled();
  });

  it('that makes it invalid is logged once, and the current keys stay in use', async () => {
    const text = makeKeys();
    await writeFile(file, text, { mode: 0o600 });
    const keys = await loadKeys({ APP_KEYS_FILE: file });
    const changed = vi.fn();
    stop = followKeys({ APP_KEYS_FILE: file }, { keys, log, check }, changed);
    await writeFile(file, '{"fields": []}');
    await eventually(() => expect(lines).toContain('keys not read'));
    expect(marksOf(keys)).toEqual(marksOf(parseKeys(text)));
    const next = makeKeys();
    await writeFile(file, next);
    await eventually(() => expect(marksOf(keys)).toEqual(marksOf(parseKeys(next))));
    expect(lines.filter((line) => line === 'keys not read')).toHaveLength(1);
  });
});
