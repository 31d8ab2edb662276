import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { makeSecret } from '#api/platform/keys/fingerprint.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { openStep } from '../../../tests/setup/intake.ts';
import { readDraft, writeDraft } from './drafts.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'drafts', 'limits'));
afterAll(() => deps.close());

const form = 'contract' as const;
const step = 'about-you';
type Visitor = ReturnType<typeof visitor>;

const open = (who: Visitor) => openStep(who, { form });

async function keep(
  who: Visitor,
  entries: [string, string][],
  more: { token?: string; shared?: boolean } = {},
) {
  const { token } = await open(who);
  return who.call.intake.keep({ form, step, token, shared: false, entries, ...more });
}

const drafts = () => deps.portal.collection('drafts').countDocuments();

describe('an autosaved step', () => {
  it('is not saved from a page that is not ours, with a field that the form does not have, or for an unknown step', async () => {
    const who = visitor(deps);
    const entries: [string, string][] = [['first_name', 'Canaria']];
    expect(await keep(who, entries, { token: 'x' })).toBe(false);
    expect(await keep(who, [...entries, ['status', 'approved']])).toBe(false);
    expect(await keep(who, [['first_name', '']])).toBe(false);
    const { token } = await open(who);
    await expect(
      who.call.intake.keep({ form, step: 'none', token, shared: false, entries }),
    ).rejects.toMatchObject({ code: 'not-found' });
    expect(await drafts()).toBe(0);
  });

  it('is saved even if the step is not valid yet, and a cleared answer is removed', async () => {
    const who = visitor(deps);
    expect(
      await keep(who, [
        ['first_name', 'Canaria'],
        ['last_name', 'O'],
      ]),
    ).toBe(true);
    expect(await open(who)).toMatchObject({ values: { first_name: 'Canaria', last_name: 'O' } });
    expect(await keep(who, [['first_name', 'Canaria']])).toBe(true);
    expect((await open(who)).values).toEqual({ first_name: 'Canaria' });
  });

  it('leaves out write-only answers, and keeps stored ones', async () => {
    const who = visitor(deps);
    expect(await keep(who, [['ssn', contractAnswers.ssn]])).toBe(false);
    const { token } = await open(who);
    const post = { change: false, later: true, proof: '', honeypot: '', token };
    await who.call.intake.save({ form, step, entries: [['ssn', contractAnswers.ssn]], ...post });
    expect(
      await keep(who, [
        ['first_name', 'Canaria'],
        ['ssn', '219096780'],
      ]),
    ).toBe(true);
    expect(await open(who)).toMatchObject({
      values: { first_name: 'Canaria' },
      given: { ssn: 'Given, ending 7391' },
    });
  });

  it('leaves out overlong answers, which replace nothing, and is not said to be saved then', async () => {
    const who = visitor(deps);
    await keep(who, [['first_name', 'Canaria']]);
    expect(
      await keep(who, [
        ['first_name', 'x'.repeat(60_000)],
        ['last_name', 'O'],
      ]),
    ).toBe(false);
    expect((await open(who)).values).toEqual({ first_name: 'Canaria', last_name: 'O' });
  });

  it('never replaces newer answers', async () => {
    const secret = makeSecret();
    await writeDraft(secret, form, { first_name: 'Canaria' }, deps);
    const read = await readDraft(secret, form, deps);
    await writeDraft(secret, form, { first_name: 'Canaria', city: 'Newark' }, deps);
    expect(await writeDraft(secret, form, { first_name: 'Other' }, deps, read, new Date(0))).toBe(false);
    expect((await readDraft(secret, form, deps)).answers).toEqual({ first_name: 'Canaria', city: 'Newark' });
  });

  it('begins no draft above the free limit', async () => {
    const who = visitor(deps);
    for (let begun = 0; begun < 60; begun += 1)
      await deps.limits.reserve(caseworkLimits.beginDraft, who.context.address);
    expect(await keep(who, [['first_name', 'Canaria']])).toBe(false);
    expect(await drafts()).toBe(0);
  });

  it('is kept for two hours on a shared computer', async () => {
    const who = visitor(deps);
    await keep(who, [['first_name', 'Canaria']], { shared: true });
    const [draft] = await deps.portal.collection('drafts').find({}).toArray();
    expect(Math.round((draft?.expires_at - Date.now()) / 3_600_000)).toBe(2);
  });
});

describe('a returning visitor', () => {
  it('is offered the first unanswered question, but only after answering one', async () => {
    const who = visitor(deps);
    const start = async () => {
      const page = await who.call.intake.open({ form: 'case-evaluation' });
      if (page.kind !== 'step') throw new Error('expected a step');
      return page;
    };
    expect((await start()).continueAt).toBeNull();
    for (const [id, field] of [
      ['receiving-benefits', 'receiving_benefits'],
      ['applied-before', 'applied_before'],
    ] as const) {
      const post = { change: false, later: false, proof: '', honeypot: '', token: (await start()).token };
      await who.call.intake.save({ form: 'case-evaluation', step: id, entries: [[field, 'no']], ...post });
    }
    expect((await start()).continueAt).toEqual({ step: 'has-lawyer', number: 3 });
    expect((await start()).values).toEqual({ receiving_benefits: 'no' });
  });
});
