import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { prove } from '#api/testing/prove.ts';
import { claimant, empty, evaluationAnswers, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { openStep, saveStep } from '../../../tests/setup/intake.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  deps.jobs.start('mail', 'staff-notices');
});
beforeEach(() => empty(deps, 'case_evaluations', 'drafts', 'outbox', 'limits'));
afterAll(() => deps.close());

const form = 'case-evaluation' as const;
type Visitor = ReturnType<typeof visitor>;

const tokenOf = async (who: Visitor) => (await openStep(who, { form })).token;

type Post = Partial<Parameters<Visitor['call']['intake']['save']>[0]>;

const answer = (who: Visitor, step: string, entries: [string, string][], post: Post = {}) =>
  saveStep(who, { form, step, entries, ...post });

/** Solves the proof of work, as the last step's page does. */
async function proofOf({ call }: Visitor): Promise<string> {
  const page = await call.intake.open({ form, step: 'contact' });
  return page.kind === 'step' && page.challenge ? prove(page.challenge) : '';
}

const stepsOf = async (who: Visitor) => (await openStep(who, { form })).definition.ui.steps;

/** Answers every step but the last. */
async function answerQuestions(who: Visitor): Promise<void> {
  const values: Record<string, string> = evaluationAnswers;
  for (const { id, fields } of (await stepsOf(who)).slice(0, -1)) {
    await answer(
      who,
      id,
      fields.map((field) => [field, values[field] ?? '']),
    );
  }
}

const contact = Object.entries(claimant) as [string, string][];

describe('going through a form', () => {
  it('refuses a post without our cookie and keeps what was typed', async () => {
    const who = visitor(deps);
    const saved = await answer(who, 'receiving-benefits', [['receiving_benefits', 'no']], { token: 'none' });
    expect(saved).toMatchObject({
      kind: 'problems',
      code: 'bad-input',
      values: { receiving_benefits: 'no' },
    });
  });

  it("refuses another visitor's token, and keeps what was typed", async () => {
    const [who, other] = [visitor(deps), visitor(deps)];
    await tokenOf(who);
    const saved = await answer(who, 'receiving-benefits', [['receiving_benefits', 'no']], {
      token: await tokenOf(other),
    });
    expect(saved).toMatchObject({
      kind: 'problems',
      code: 'forbidden',
      values: { receiving_benefits: 'no' },
    });
  });

  it('refuses an invalid answer, an unknown field and an unknown step', async () => {
    const who = visitor(deps);
    expect(await answer(who, 'receiving-benefits', [])).toMatchObject({
      kind: 'problems',
      title: 'Missing Information',
      errors: { receiving_benefits: expect.stringMatching(/^Select/) },
    });
    expect(await answer(who, 'receiving-benefits', [['receiving_benefits', 'maybe']])).toMatchObject({
      kind: 'problems',
    });
    expect(
      await answer(who, 'receiving-benefits', [
        ['receiving_benefits', 'no'],
        ['status', 'approved'],
      ]),
    ).toMatchObject({ kind: 'problems', code: 'bad-input' });
    await expect(answer(who, 'no-such-step', [])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('redirects a link to a later step to the first unanswered question', async () => {
    const who = visitor(deps);
    await answer(who, 'receiving-benefits', [['receiving_benefits', 'no']]);
    expect(await who.call.intake.open({ form, step: 'age-range' })).toMatchObject({
      kind: 'elsewhere',
      step: 'applied-before',
    });
  });

  it('stores answers encrypted and shows them again', async () => {
    const who = visitor(deps);
    await answer(who, 'receiving-benefits', [['receiving_benefits', 'yes']]);
    expect(await who.call.intake.open({ form })).toMatchObject({ values: { receiving_benefits: 'yes' } });
    const [draft] = await deps.portal.collection('drafts').find({}).toArray();
    expect(draft?.answers).toMatch(/^v2\./);
    expect(JSON.stringify(draft)).not.toContain('receiving_benefits');
    expect(draft?._id).not.toBe(who.context.cookies.get('draft-case-evaluation'));
  });

  it("sends once, however many times the last step is posted, and deletes the draft's answers", async () => {
    const who = visitor(deps);
    await answerQuestions(who);
    const token = await tokenOf(who);
    const proof = await proofOf(who);
    const sent = await Promise.all([1, 2, 3].map(() => answer(who, 'contact', contact, { token, proof })));
    const again = await answer(who, 'contact', contact, { token, proof });
    const references = [...sent, again].map((saved) =>
      saved.kind === 'sent' ? saved.reference : saved.kind,
    );
    expect(new Set(references).size).toBe(1);
    expect(references[0]).toMatch(/^.{4}-.{4}$/);
    expect(await deps.portal.collection('case_evaluations').countDocuments()).toBe(1);
    expect(await who.call.intake.open({ form, step: 'contact' })).toEqual({
      kind: 'sent',
      reference: references[0],
      shared: false,
    });
  });

  it('asks for what is missing before it sends', async () => {
    const who = visitor(deps);
    await answer(who, 'receiving-benefits', [['receiving_benefits', 'no']]);
    expect(await answer(who, 'contact', contact)).toEqual({ kind: 'next', step: 'applied-before' });
    expect(await deps.portal.collection('case_evaluations').countDocuments()).toBe(0);
  });

  it('accepts five submissions an hour from one address, then says so and keeps everything', async () => {
    for (let count = 0; count < 5; count += 1)
      await deps.limits.reserve(caseworkLimits.publicForm, 'one-address');
    const who = visitor(deps);
    Object.assign(who.context, { address: 'one-address' });
    await answerQuestions(who);
    expect(await answer(who, 'contact', contact, { proof: await proofOf(who) })).toMatchObject({
      kind: 'problems',
      code: 'too-many',
      values: claimant,
    });
    expect(await deps.portal.collection('case_evaluations').countDocuments()).toBe(0);
  });
});

describe('a step that is left for later', () => {
  it('says so where nothing is answered at all', async () => {
    const saved = await answer(visitor(deps), 'receiving-benefits', [], { later: true });
    expect(saved).toEqual({ kind: 'kept', empty: true });
  });

  it('is saved as typed, valid or not, without being checked or sent', async () => {
    const who = visitor(deps);
    await answerQuestions(who);
    const typed: [string, string][] = [
      ['first_name', 'Canaria'],
      ['phone', '555'],
    ];
    expect(await answer(who, 'contact', typed, { later: true })).toEqual({
      kind: 'kept',
      empty: false,
    });
    expect(await who.call.intake.open({ form, step: 'contact' })).toMatchObject({
      kind: 'step',
      values: { first_name: 'Canaria', phone: '555' },
    });
    expect(await deps.portal.collection('case_evaluations').countDocuments()).toBe(0);
  });

  it('is not saved from a page that is not ours, or with a field that the form does not have', async () => {
    const who = visitor(deps);
    const name: [string, string][] = [['first_name', 'Canaria']];
    expect(await answer(who, 'contact', name, { later: true, token: 'x' })).toMatchObject({
      code: 'bad-input',
    });
    await tokenOf(who);
    expect(await answer(who, 'contact', name, { later: true, token: 'x' })).toMatchObject({
      code: 'forbidden',
    });
    expect(await answer(who, 'contact', [['status', 'approved']], { later: true })).toMatchObject({
      code: 'bad-input',
    });
    expect(await deps.portal.collection('drafts').countDocuments()).toBe(0);
  });
});

describe('a sender of the last step', () => {
  it('needs no proof on a page that was open for five seconds, and is asked to press again before', async () => {
    const who = visitor(deps);
    await answerQuestions(who);
    const token = await tokenOf(who);
    expect(await answer(who, 'contact', contact, { token })).toMatchObject({
      code: 'bad-input',
      title: 'Please press the button again',
      values: claimant,
    });
    vi.useFakeTimers({ now: Date.now() + 6_000, toFake: ['Date'] });
    expect(await answer(who, 'contact', contact, { token })).toMatchObject({ kind: 'sent' });
    vi.useRealTimers();
  });

  it('is refused for filling in the honeypot, and what was typed is kept', async () => {
    const who = visitor(deps);
    await answerQuestions(who);
    const sent = await answer(who, 'contact', contact, { proof: await proofOf(who), honeypot: 'spam' });
    expect(sent).toMatchObject({ kind: 'problems', title: 'We could not take this form', values: claimant });
    expect(await deps.portal.collection('case_evaluations').countDocuments()).toBe(0);
    expect(await who.call.intake.open({ form, step: 'contact' })).toMatchObject({ values: claimant });
  });
});

describe('finishing later', () => {
  async function mailedLink(to = 'later@example.com'): Promise<string> {
    const folder = join(process.env.DATA_DIR ?? '', 'mail');
    return eventually(async () => {
      for (const file of await readdir(folder)) {
        const text = await readFile(join(folder, file), 'utf8');
        const plain = text.replace(/=\n/g, '').replace(/=3D/g, '=');
        const link = /resume\?link=([A-Za-z0-9_-]{43})/.exec(plain)?.[1];
        if (link && plain.includes(to)) return link;
      }
      throw new Error('no mail yet');
    });
  }

  it('refuses an invalid address and a draft without answers', async () => {
    const who = visitor(deps);
    const path = '/free-case-evaluation/resume';
    const token = await tokenOf(who);
    await expect(who.call.intake.finishLater({ form, token, path, email: 'nobody' })).rejects.toMatchObject({
      code: 'bad-input',
    });
    await expect(
      who.call.intake.finishLater({ form, token, path, email: 'a@example.com' }),
    ).rejects.toMatchObject({
      code: 'bad-input',
    });
    await expect(who.call.intake.resume({ form, secret: 'x'.repeat(43) })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it.each([
    '"Call 555"<a@example.com>',
    'Call<a@example.com>',
    'a@example.com,b',
    'a@example.com;b.c',
    'list:a@example.com;.b',
    '(c)a@example.com',
    'a\u0000@example.com',
    'a@[127.0.0.1].example',
  ])('emails only a plain address: %s', async (email) => {
    const who = visitor(deps);
    await answer(who, 'receiving-benefits', [['receiving_benefits', 'no']]);
    const path = '/free-case-evaluation/resume';
    await expect(
      who.call.intake.finishLater({ form, token: await tokenOf(who), path, email }),
    ).rejects.toMatchObject({ code: 'bad-input', message: expect.stringMatching(/^Enter/) });
    expect(await deps.portal.collection('outbox').countDocuments({ kind: 'resume-link' })).toBe(0);
  });

  it('emails a link that moves the answers to another browser', async () => {
    const who = visitor(deps);
    await answer(who, 'receiving-benefits', [['receiving_benefits', 'no']]);
    const path = '/free-case-evaluation/resume';
    await who.call.intake.finishLater({ form, token: await tokenOf(who), path, email: 'later@example.com' });
    const other = visitor(deps);
    await other.call.intake.resume({ form, secret: await mailedLink() });
    expect(await other.call.intake.open({ form })).toMatchObject({ values: { receiving_benefits: 'no' } });
    expect(await who.call.intake.open({ form })).toMatchObject({ values: {} });
  });

  it('by link or code works once, even for the visitor who asked for it, and invalidates the other', async () => {
    const who = visitor(deps);
    await answer(who, 'receiving-benefits', [['receiving_benefits', 'no']]);
    const birth = { month: '4', day: '27', year: '1968' };
    const token = await tokenOf(who);
    const code = await who.call.intake.makeCode({ form, token, birth });
    const [path, email] = ['/free-case-evaluation/resume', 'other@example.com'];
    await who.call.intake.finishLater({ form, token, path, email });
    const secret = await mailedLink(email);
    const other = visitor(deps);
    await other.call.intake.resume({ form, secret });
    await answer(other, 'applied-before', [['applied_before', 'yes']]);
    const notFound = { code: 'not-found' };
    for (const again of [who, visitor(deps)]) {
      await expect(again.call.intake.resumeByCode({ form, code, birth })).rejects.toMatchObject(notFound);
      await expect(again.call.intake.resume({ form, secret })).rejects.toMatchObject(notFound);
    }
    expect(await other.call.intake.open({ form, step: 'applied-before' })).toMatchObject({
      values: { applied_before: 'yes' },
    });
  });

  it('gives the answers to only one of two browsers that open the link at once', async () => {
    const who = visitor(deps);
    await answer(who, 'receiving-benefits', [['receiving_benefits', 'no']]);
    const [path, email] = ['/free-case-evaluation/resume', 'both@example.com'];
    await who.call.intake.finishLater({ form, token: await tokenOf(who), path, email });
    const secret = await mailedLink(email);
    const browsers = Array.from({ length: 5 }, () => visitor(deps));
    await Promise.allSettled(browsers.map(({ call }) => call.intake.resume({ form, secret })));
    const opened = await Promise.all(browsers.map(({ call }) => call.intake.open({ form })));
    const holders = opened.filter((page) => page.kind === 'step' && page.values.receiving_benefits === 'no');
    expect(holders).toHaveLength(1);
  });

  it("takes the answers from the browser that had them: it can't read or write them, and is told", async () => {
    const who = visitor(deps);
    await answer(who, 'receiving-benefits', [['receiving_benefits', 'no']]);
    const token = await tokenOf(who);
    const birth = { month: '4', day: '27', year: '1968' };
    const code = await who.call.intake.makeCode({ form, token, birth });
    const other = visitor(deps);
    await other.call.intake.resumeByCode({ form, code, birth });
    await expect(who.call.intake.makeCode({ form, token, birth })).rejects.toMatchObject({
      message: expect.stringContaining('in another browser'),
    });
    // Posts a page that was still open there.
    expect(await answer(who, 'applied-before', [['applied_before', 'yes']], { token })).toEqual({
      kind: 'next',
      step: 'receiving-benefits',
      moved: true,
    });
    expect(await who.call.intake.open({ form, step: 'applied-before' })).toMatchObject({
      kind: 'elsewhere',
      step: 'receiving-benefits',
    });
    await answer(who, 'receiving-benefits', [['receiving_benefits', 'yes']]);
    expect(await who.call.intake.open({ form, step: 'applied-before' })).toMatchObject({
      values: { applied_before: 'yes' },
    });
    expect(await other.call.intake.open({ form })).toMatchObject({ values: { receiving_benefits: 'no' } });
    expect(await other.call.intake.open({ form, step: 'applied-before' })).toMatchObject({ values: {} });
  });

  it('tells the browser that had the answers once, on the first page it opens', async () => {
    for (const step of [undefined, 'receiving-benefits', 'applied-before', 'contact']) {
      const who = visitor(deps);
      await answer(who, 'receiving-benefits', [['receiving_benefits', 'no']]);
      const birth = { month: '4', day: '27', year: '1968' };
      const code = await who.call.intake.makeCode({ form, token: await tokenOf(who), birth });
      await visitor(deps).call.intake.resumeByCode({ form, code, birth });
      expect(await who.call.intake.open({ form, step })).toMatchObject({ moved: true });
      expect(await who.call.intake.open({ form, step })).toMatchObject({ moved: false });
    }
  });

  it('deletes the saved answers when asked', async () => {
    const who = visitor(deps);
    await answer(who, 'receiving-benefits', [['receiving_benefits', 'no']]);
    await who.call.intake.discard({ form });
    expect(await deps.portal.collection('drafts').countDocuments()).toBe(0);
  });
});
