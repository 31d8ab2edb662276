import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Log } from '../log.ts';
import { readSettings } from '../settings.ts';
import { makeKeys, parseKeys } from './key-ring.ts';
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

const note = (event: string) => void lines.push(event);
const log: Log = { info: note, warn: note, error: note };

describe('the keys of a process', () => {
  it('are asked for in one sentence when neither they nor their file are given', () => {
    const settings = { ...process.env, APP_KEYS: undefined };
    expect(() => readSettings(settings)).toThrow(/APP_KEYS or APP_KEYS_FILE: one of them must be set\.$/);
  });

  it('are refused in one sentence when their file is missing or damaged', async () => {
    await expect(loadKeys({ APP_KEYS_FILE: file })).rejects.toThrow("APP_KEYS_FILE can't be read (ENOENT).");
    await writeFile(file, '{');
    await expect(loadKeys({ APP_KEYS_FILE: file })).rejects.toThrow('APP_KEYS is not valid JSON.');
  });

  it('are taken from the environment before any file', async () => {
    await writeFile(file, makeKeys());
    const text = makeKeys();
    expect(await loadKeys({ APP_KEYS: text, APP_KEYS_FILE: file })).toEqual(parseKeys(text));
  });
});

describe('a change of the file', () => {
  it('reaches whoever holds a ring, and is told', async () => {
    await writeFile(file, makeKeys());
    const keys = await loadKeys({ APP_KEYS_FILE: file });
    const held = keys.fields;
    const changed = vi.fn();
    stop = followKeys({ APP_KEYS_FILE: file }, { keys, log }, changed);
    const next = makeKeys();
    await writeFile(file, next);
    await vi.waitFor(() => expect(held).toEqual(parseKeys(next).fields), 5_000);
    await vi.waitFor(() => expect(keys).toEqual(parseKeys(next)));
    expect(changed).toHaveBeenCalled();
  });

  it('that makes it unfit is said once, and the keys in use go on', async () => {
    const text = makeKeys();
    await writeFile(file, text);
    const keys = await loadKeys({ APP_KEYS_FILE: file });
    const changed = vi.fn();
    stop = followKeys({ APP_KEYS_FILE: file }, { keys, log }, changed);
    await writeFile(file, '{"fields": []}');
    await vi.waitFor(() => expect(lines).toContain('keys not read'), 5_000);
    expect(keys).toEqual(parseKeys(text));
    const next = makeKeys();
    await writeFile(file, next);
    await vi.waitFor(() => expect(keys).toEqual(parseKeys(next)), 5_000);
    expect(lines.filter((line) => line === 'keys not read')).toHaveLength(1);
  });
});
