import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { prove } from '#api/testing/prove.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { openStep, saveStep } from '../../../tests/setup/intake.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'drafts', 'outbox', 'limits', 'spent_challenges'));
afterAll(() => deps.close());

const form = 'case-evaluation' as const;
const hour = 60 * 60 * 1000;
const birth = { month: '4', day: '27', year: '1968' };
type Visitor = ReturnType<typeof visitor>;

const open = (who: Visitor) => openStep(who, { form });

const no: [string, string][] = [['receiving_benefits', 'no']];

const save = (who: Visitor, more: { shared?: boolean; proof?: string; later?: boolean } = {}, entries = no) =>
  saveStep(who, { form, step: 'receiving-benefits', entries, ...more });

/** @returns how many hours from now the drafts expire, and the browser's draft cookies. */
async function kept(who: Visitor) {
  const drafts = await deps.portal.collection('drafts').find({}).toArray();
  const hours = drafts.map(({ expires_at }) => Math.round((expires_at - Date.now()) / hour));
  return { hours, cookie: who.context.cookies.headers().find((each) => each.startsWith('draft-')) ?? '' };
}

describe('a draft', () => {
  it('is kept for one day without an answer, and for 28 days with one', async () => {
    const who = visitor(deps);
    await save(who, { later: true }, []);
    expect((await kept(who)).hours).toEqual([24]);
    await save(who);
    expect(await kept(who)).toEqual({ hours: [28 * 24], cookie: expect.stringContaining('Max-Age=604800') });
  });

  it('on a shared computer is kept for two unused hours, and its cookie until the browser is closed', async () => {
    const who = visitor(deps);
    await save(who, { shared: true });
    const { hours, cookie } = await kept(who);
    expect(hours).toEqual([2]);
    expect(cookie).toMatch(/^draft-case-evaluation=[\w-]{43};/);
    expect(cookie).not.toMatch(/Max-Age|Expires/i);
    expect((await open(who)).shared).toBe(true);
    vi.useFakeTimers({ now: Date.now() + 2 * hour + 1_000, toFake: ['Date'] });
    expect(await open(who)).toMatchObject({ values: {} });
    vi.useRealTimers();
  });

  it.each([
    ['sent', { reference: 'K7Q2-M9XA' }],
    ['taken over by another browser', { moved: true }],
    ['not sent', { resume: 'an old link' }],
  ])(
    'that expired and was %s is followed by a new one at once, before MongoDB deletes it',
    async (_what, more) => {
      const who = visitor(deps);
      await save(who, { shared: true });
      await deps.portal.collection('drafts').updateMany({}, { $set: more });
      vi.useFakeTimers({ now: Date.now() + 2 * hour + 1_000, toFake: ['Date'] });
      expect(await save(who)).toMatchObject({ kind: 'next' });
      const [draft, ...others] = await deps.portal.collection('drafts').find({}).toArray();
      vi.useRealTimers();
      expect(others).toEqual([]);
      for (const name of Object.keys(more)) expect(draft).not.toHaveProperty(name);
    },
  );

  it('is treated as private again once the shared-computer box is unchecked', async () => {
    const who = visitor(deps);
    await save(who, { shared: true });
    await save(who);
    expect(await kept(who)).toEqual({ hours: [28 * 24], cookie: expect.stringContaining('Max-Age=604800') });
  });

  it('on a shared computer is kept for 28 days once a resume code is requested', async () => {
    const who = visitor(deps);
    await save(who, { shared: true });
    const { token } = await open(who);
    const code = await who.call.intake.makeCode({ form, token, birth });
    expect((await kept(who)).hours).toEqual([28 * 24]);
    await save(who, { shared: true });
    const { hours, cookie } = await kept(who);
    expect([hours, cookie.includes('Max-Age')]).toEqual([[28 * 24], false]);
    const library = visitor(deps);
    await library.call.intake.resumeByCode({ form, code, birth, shared: true });
    expect((await kept(library)).cookie).not.toContain('Max-Age');
  });
});

describe('beginning too many drafts', () => {
  const network = '198.51.100.7';
  const from = (address: string) => {
    const who = visitor(deps);
    Object.assign(who.context, { address });
    return who;
  };
  const useUp = async (times: number) => {
    for (let begun = 0; begun < times; begun += 1)
      await deps.limits.reserve(caseworkLimits.beginDraft, network).catch(() => {});
  };

  it('from one network requires proof of work, and drafts begun with it are kept for one day', async () => {
    await useUp(60);
    const who = from(network);
    const { challenge } = await open(who);
    if (!challenge) throw new Error('expected a challenge');
    const proof = await prove(challenge);
    expect(await save(who, { proof })).toMatchObject({ kind: 'next' });
    expect((await kept(who)).hours).toEqual([24]);
    expect((await open(from('198.51.100.8'))).challenge).toBeNull();
  });

  it('without proof of work queues visitors, and tells the excess to press again; nothing typed is lost', {
    tags: 'thorough',
  }, async () => {
    await useUp(60);
    const crowd = Array.from({ length: 7 }, () => from(network));
    const began = Date.now();
    const saved = await Promise.all(
      crowd.map((who) =>
        save(who).then(
          (answer) => [answer.kind, Math.round((Date.now() - began) / 1000)],
          (error: { code: string }) => [error.code, 0],
        ),
      ),
    );
    const passed = saved.flatMap(([kind, seconds]) => (kind === 'next' ? [Number(seconds)] : []));
    expect(passed.toSorted((a, b) => a - b).map((seconds) => Math.round(seconds / 5))).toEqual([0, 1, 2, 3]);
    expect(saved.filter(([kind]) => kind === 'too-many')).toHaveLength(3);
    expect(await deps.portal.collection('drafts').countDocuments()).toBe(4);
  });

  it('costs nothing for a visitor who already has a draft', async () => {
    const who = from(network);
    await save(who);
    await useUp(61);
    expect((await open(who)).challenge).toBeNull();
    const began = Date.now();
    for (let times = 0; times < 6; times += 1) expect(await save(who)).toMatchObject({ kind: 'next' });
    // In the queue it would have taken 25 seconds.
    expect(Date.now() - began).toBeLessThan(20_000);
    expect((await kept(who)).hours).toEqual([28 * 24]);
  });

  it('never stores more than the schema allows, whatever is posted', async () => {
    const who = from('198.51.100.9');
    const long: [string, string][] = [['receiving_benefits', 'x'.repeat(60_000)]];
    expect(await save(who, { later: true }, long)).toMatchObject({
      kind: 'problems',
      code: 'bad-input',
      errors: { receiving_benefits: expect.any(String) },
      values: { receiving_benefits: 'x'.repeat(60_000) },
    });
    expect(await deps.portal.collection('drafts').countDocuments()).toBe(0);
  });
});
