import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { readEmails } from '#api/platform/email/fixtures/read-emails.ts';
import { codes, refusal } from '../../../tests/setup/clients.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';
import { formatWait } from './format-wait.ts';
import { nameRules } from './rules.ts';

const guarded = {
  perKey: { points: 5, seconds: 15 * 60 },
  perDay: 20,
  failsOpen: false,
  refusal: 'Too many attempts. Please wait {wait} and try again.',
  title: 'Login Failed',
} as const;
const alertOf = (heading: string) => ({ heading, what: 'Somebody may be guessing.' });
const overall = { points: 30, seconds: 60 * 60, effect: 'raise-cost' } as const;
const { first, second } = nameRules({
  first: { ...guarded, overall: { ...overall, alert: alertOf('Many of the first kind') } },
  second: { ...guarded, overall: { ...overall, alert: alertOf('Many of the second kind') } },
});

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  deps.outbox.start();
});
beforeEach(() => empty(deps, 'limits', 'outbox'));
afterAll(() => deps.close());

const attempts = (count: number, addressOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => deps.limits.reserve(first, addressOf(index)));

describe('a limit', () => {
  it('applies to one address: 5 of 50 at once, and then it says how long to wait', async () => {
    const all = await Promise.allSettled(attempts(50, () => '192.0.2.1'));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await deps.portal
      .collection('limits')
      .updateMany({ key: /^first:address:/ }, { $set: { expire: new Date(Date.now() + 200_000) } });
    expect(await refusal(deps.limits.reserve(first, '192.0.2.1'))).toMatchObject({
      code: 'too-many',
      message: 'Too many attempts. Please wait 4 minutes and try again.',
    });
  });

  it('applies to all of an IPv6 /48, however many of its networks are used', async () => {
    const all = await Promise.allSettled(attempts(60, (index) => `2001:db8:1:${index.toString(16)}::1`));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect((await deps.limits.reserve(first, '2001:db8:2:1::1')).count).toBe(1);
  });

  it('also applies per day, after several quarter hours', async () => {
    for (let quarter = 0; quarter < 4; quarter += 1) {
      await Promise.all(attempts(5, () => '192.0.2.1'));
      await deps.portal.collection('limits').deleteMany({ key: /^first:address:/ });
    }
    expect((await refusal(deps.limits.reserve(first, '192.0.2.1')))?.message).toBe(
      'Too many attempts. Please wait 24 hours and try again.',
    );
  });

  it('does not count attempts that succeeded', async () => {
    for (let times = 0; times < 50; times += 1) {
      await (await deps.limits.reserve(first, '2001:db8::1')).succeeded();
    }
    expect(await deps.limits.pressure(first)).toBe('calm');
  });
});

describe('pressure across all networks', () => {
  it('becomes high and refuses no newcomer', async () => {
    await Promise.all(attempts(29, (index) => `192.0.2.${index}`));
    expect(await deps.limits.pressure(first)).toBe('calm');
    await deps.limits.reserve(first, '192.0.2.200');
    expect(await deps.limits.pressure(first)).toBe('high');
    expect(await codes(attempts(100, (index) => `198.51.100.${index}`))).toEqual({ done: 100 });
    expect(await deps.limits.pressure(second)).toBe('calm');
  });

  it('notifies staff by one email an hour of each kind, which names nobody', async () => {
    const emails = async () =>
      (await readEmails(deps.settings.DATA_DIR)).filter(
        ({ subject }) => subject === 'Many of the second kind',
      );
    const before = (await emails()).length;
    const fail = (from: number, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) => deps.limits.reserve(second, `192.0.2.${from + at}`)),
      );
    await fail(0, 60);
    await expect.poll(emails).toHaveLength(before + 1);
    await fail(100, 20);
    const email = (await emails())[before];
    expect(email?.to).toMatchObject([{ address: 'staff@claimdesk.example' }]);
    expect(email?.text).toContain('Nobody is locked out.');
    const row = { key: /^staffAlert:/, points: { $gte: 30 } };
    await expect.poll(() => deps.portal.collection('limits').countDocuments(row)).toBe(1);
    expect(await emails()).toHaveLength(before + 1);
  });
});

describe('a wait is shown', () => {
  it.each([
    [1, '1 second'],
    [1_001, '2 seconds'],
    [59_001, '1 minute'],
    [60_001, '2 minutes'],
    [899_000, '15 minutes'],
    [3_599_000, '1 hour'],
    [86_399_000, '24 hours'],
  ])('of %d ms as %s', (ms, words) => {
    expect(formatWait(ms)).toBe(words);
  });
});
