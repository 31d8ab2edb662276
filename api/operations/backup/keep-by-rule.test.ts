import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expiredFiles, keepByRule } from './keep-by-rule.ts';
import { nameOf, timeOf } from './manifest.ts';

const now = new Date('2026-11-28T07:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => nameOf(new Date(now.getTime() - days * dayMs));
/** A backup of each of the last 500 nights, the newest first. */
const nightly = Array.from({ length: 500 }, (_, days) => daysAgo(days));

it('a backup is named by its time', () => {
  expect(daysAgo(0)).toBe('claimdesk-20261128T070000000Z');
  expect(timeOf(daysAgo(0))).toEqual(now);
});

describe('of backups', () => {
  const kept = (names: string[], part: string) => {
    const expired = expiredFiles(names, now);
    return names.filter((name) => !expired.includes(`${name}.${part}`)).map((name) => name.slice(10, 18));
  };

  it('the newest of 7 days, 4 weeks and 12 months are kept', () => {
    expect(kept(nightly, 'data')).toEqual([
      ...['20261128', '20261127', '20261126', '20261125', '20261124', '20261123', '20261122'],
      // Sundays, of which 22 November is one already.
      ...['20261115', '20261108'],
      ...['20261031', '20260930', '20260831', '20260731', '20260630', '20260531'],
      ...['20260430', '20260331', '20260228', '20260131', '20251231'],
    ]);
    expect(kept(nightly, 'json')).toEqual(kept(nightly, 'data'));
  });

  it('no data keys are kept for 14 days', () => {
    const all = kept(nightly, 'keys');
    expect(all.at(-1)).toBe('20261115');
    expect(all).toHaveLength(8);
  });

  it('only the last of a day is kept, once the day is over', () => {
    const twice = ['20261128T070000000Z', '20261127T200000000Z', '20261127T070000000Z'];
    expect(
      kept(
        twice.map((time) => `claimdesk-${time}`),
        'data',
      ),
    ).toEqual(['20261128', '20261127']);
  });

  it('of times without any, the last there are stay', () => {
    const old = [daysAgo(300), daysAgo(301)];
    expect(kept(old, 'data')).toHaveLength(2);
  });
});

describe('what has expired', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'claimdesk-keep-'));
    for (const days of [0, 1, 2, 3, 4, 5, 6, 9])
      for (const part of ['data', 'keys', 'json'])
        await writeFile(join(folder, `${daysAgo(days)}.${part}`), '');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('stays here while it can not be deleted elsewhere', async () => {
    const fails = () => Promise.reject(new Error('away'));
    await expect(keepByRule(folder, now, fails)).rejects.toThrow('away');
    expect(await readdir(folder)).toContain(`${daysAgo(9)}.data`);
  });

  it('is deleted elsewhere and here, and so is what a killed backup left; other files stay', async () => {
    await writeFile(join(folder, `${daysAgo(3.5)}.data`), '');
    await writeFile(join(folder, `${daysAgo(0.5)}.keys`), '');
    await writeFile(join(folder, 'notes.txt'), '');
    const deleted = vi.fn(async () => {});
    await keepByRule(folder, now, deleted);
    const left = await readdir(folder);
    const gone = [`${daysAgo(9)}.json`, `${daysAgo(9)}.data`, `${daysAgo(9)}.keys`];
    expect(deleted.mock.calls.flat()).toEqual(gone);
    for (const file of [...gone, `${daysAgo(3.5)}.data`]) expect(left).not.toContain(file);
    for (const file of ['notes.txt', `${daysAgo(0.5)}.keys`, `${daysAgo(6)}.json`])
      expect(left).toContain(file);
  });
});
