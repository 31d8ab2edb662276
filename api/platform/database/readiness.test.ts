import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openDeps } from '../../../tests/setup/deps.ts';
import { makeReadiness } from './readiness.ts';

let deps: Deps;
const warn = vi.fn();
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

const works = async () => {};
const fails = () => Promise.reject(new Error('refused'));
/** A process whose parts all work, but for these. */
const ready = (faults: Partial<Parameters<typeof makeReadiness>[0]> = {}) => {
  warn.mockClear();
  return makeReadiness({
    settings: deps.settings,
    portal: deps.portal,
    writeToPortal: works,
    checkKeys: works,
    log: { ...deps.log, warn },
    ...faults,
  });
};

describe('a process is not ready, and its log says why,', () => {
  it('when the portal database refuses to write', async () => {
    expect(await ready({ writeToPortal: fails })()).toBe(false);
    expect(warn.mock.calls).toEqual([['not ready', { kind: 'portal database' }]]);
  });

  it('when the portal database does not answer within two seconds', async () => {
    const start = performance.now();
    expect(await ready({ writeToPortal: () => new Promise(() => {}) })()).toBe(false);
    expect(performance.now() - start).toBeGreaterThan(1_900);
    expect(warn.mock.calls).toEqual([['not ready', { kind: 'portal database' }]]);
  });

  it('when its keys are not those of the database', async () => {
    expect(await ready({ checkKeys: fails })()).toBe(false);
    expect(warn.mock.calls).toEqual([['not ready', { kind: 'keys' }]]);
  });

  it('when there is no space for files', async () => {
    // A file system that has none.
    expect(await ready({ settings: { ...deps.settings, DATA_DIR: '/proc' } })()).toBe(false);
    expect(warn.mock.calls).toEqual([['not ready', { kind: 'free space' }]]);
  });
});

describe('a process that is ready', () => {
  it('says so', async () => {
    expect(await ready()()).toBe(true);
    expect(warn).not.toHaveBeenCalled();
  });

  it('looks once, however many ask within a second', async () => {
    const writeToPortal = vi.fn(works);
    const ask = ready({ writeToPortal });
    await Promise.all([ask(), ask(), ask()]);
    expect(writeToPortal).toHaveBeenCalledTimes(1);
  });
});
