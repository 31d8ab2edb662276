import { directoryKeys } from '@claimdesk/cms/directory-keys';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import { attorneyModel } from '#api/content/attorneys/attorney.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readPdf } from '#api/platform/documents/fixtures/read-pdf.ts';
import { readEmails } from '#api/platform/email/fixtures/read-emails.ts';
import { prove } from '#api/testing/prove.ts';
import { claimant, empty, evaluationAnswers, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { openStep, saveStep } from '../../../tests/setup/intake.ts';

const form = 'case-evaluation' as const;
const account = { email: 'refer.reader@example.com', password: 'correct horse battery' };
const asked = 'Avery Referral, Newark, NJ';

let deps: Deps;
let staffId: string;
let listed: string;
let unlisted: string;
beforeAll(async () => {
  deps = await openDeps();
  deps.jobs.start('mail', 'staff-notices');
  staffId = await createStaff({ name: 'Refer Reader', ...account }, deps);
});
beforeEach(async () => {
  await empty(deps, 'case_evaluations', 'drafts', 'outbox', 'limits');
  await attorneyModel(deps.payload).deleteMany({});
  listed = await attorney('Avery Referral', true);
  unlisted = await attorney('Una Unlisted', false);
});
afterAll(async () => {
  await attorneyModel(deps.payload).deleteMany({});
  await deps.close();
});

async function attorney(name: string, isListed: boolean): Promise<string> {
  const one = {
    name,
    firm: 'Sample Law',
    email: 'sample@sample.example',
    phone: '2015550100',
    city: 'Newark',
    state: 'NJ' as const,
    years_experience: 3,
    specialties: ['ALJ hearings'],
    bio: 'A sample.',
    listed: isListed,
  };
  const [stored] = await attorneyModel(deps.payload).insertMany([{ ...one, ...directoryKeys(one) }]);
  return String(stored?._id);
}

type Visitor = ReturnType<typeof visitor>;

const open = (who: Visitor, attorney?: string, step?: string) => openStep(who, { form, step, attorney });

const save = (who: Visitor, step: string, entries: [string, string][], post: object = {}) =>
  saveStep(who, { form, step, entries, ...post });

const saveFirst = (who: Visitor, post: object = {}) =>
  save(who, 'receiving-benefits', [['receiving_benefits', 'no']], post);

async function sendRest(who: Visitor): Promise<string> {
  const { definition } = await open(who);
  const values: Record<string, string> = evaluationAnswers;
  for (const { id, fields } of definition.ui.steps.slice(1, -1)) {
    await save(
      who,
      id,
      fields.map((field) => [field, values[field] ?? '']),
    );
  }
  const { challenge } = await open(who, undefined, 'contact');
  const proof = challenge ? await prove(challenge) : '';
  const saved = await save(who, 'contact', Object.entries(claimant), { proof });
  if (saved.kind !== 'sent') throw new Error('expected it to be sent');
  return saved.reference;
}

const stored = () => deps.portal.collection('case_evaluations').findOne({});

describe('an invalid or unlisted attorney id', () => {
  it.each([
    ['malformed', () => 'not-an-id'],
    ['much too long', () => 'f'.repeat(5_000)],
    ['an operator', () => ({ $ne: '' })],
    ['of no record', () => 'f'.repeat(24)],
    ['of an attorney who is not listed', () => unlisted],
    ['of a staff member', () => staffId],
  ])('is ignored on the page, in the post and in the submission: %s', async (_what, id) => {
    const who = visitor(deps);
    expect((await open(who, id() as string)).referral).toBeNull();
    expect(await saveFirst(who, { attorney: id() })).toMatchObject({ kind: 'next', step: 'applied-before' });
    expect((await open(who)).referral).toBeNull();
    await sendRest(who);
    expect(await stored()).not.toHaveProperty('referral');
  });

  it('does not replace the attorney asked about before', async () => {
    const who = visitor(deps);
    await saveFirst(who, { attorney: listed });
    expect((await open(who, unlisted)).referral).toMatchObject({ attorneyId: listed });
    await saveFirst(who, { attorney: unlisted });
    expect((await open(who)).referral).toMatchObject({ attorneyId: listed });
  });

  it('is ignored by other forms, and by steps after the first', async () => {
    const who = visitor(deps);
    const other = await who.call.intake.open({ form: 'attorney-application', attorney: listed });
    expect(other).toMatchObject({ kind: 'step', referral: null });
    await saveFirst(who);
    await save(who, 'applied-before', [['applied_before', 'no']], { attorney: listed });
    expect((await open(who)).referral).toBeNull();
  });
});

describe('an attorney who is asked about', () => {
  it('is named on the first step, which begins no draft', async () => {
    const who = visitor(deps);
    expect((await open(who, listed)).referral).toEqual({
      attorneyId: listed,
      name: 'Avery Referral',
      city: 'Newark',
      state: 'NJ',
      kept: false,
    });
    expect(await deps.portal.collection('drafts').countDocuments()).toBe(0);
  });

  it('is stored by the first step, by an autosave, and at once if there is a draft', async () => {
    const kept = { attorneyId: listed, kept: true };
    const [posting, typing, begun] = [visitor(deps), visitor(deps), visitor(deps)];
    await saveFirst(posting, { attorney: listed });
    expect((await open(posting)).referral).toMatchObject(kept);
    const { token } = await open(typing);
    const entries: [string, string][] = [['receiving_benefits', 'no']];
    const typed = { form, step: 'receiving-benefits', token, shared: false, entries, attorney: listed };
    expect(await typing.call.intake.keep(typed)).toBe(true);
    expect((await open(typing)).referral).toMatchObject(kept);
    await saveFirst(begun);
    await open(begun, listed);
    expect((await open(begun)).referral).toMatchObject(kept);
  });

  it('is removed only by a first step without it', async () => {
    const who = visitor(deps);
    await saveFirst(who, { attorney: listed });
    await saveFirst(who);
    await save(who, 'applied-before', [['applied_before', 'no']], { attorney: '' });
    expect((await open(who)).referral).toMatchObject({ attorneyId: listed });
    await saveFirst(who, { attorney: '' });
    expect((await open(who)).referral).toBeNull();
  });

  it('moves with the answers to another browser', async () => {
    const [who, other] = [visitor(deps), visitor(deps)];
    await saveFirst(who, { attorney: listed });
    const birth = { month: '4', day: '27', year: '1968' };
    const { token } = await open(who);
    const code = await who.call.intake.makeCode({ form, token, birth });
    await other.call.intake.resumeByCode({ form, code, birth });
    expect((await open(other)).referral).toMatchObject({ attorneyId: listed });
    expect((await open(who)).referral).toBeNull();
  });

  it('is shown to the sender and to staff everywhere, even when no longer listed', async () => {
    const who = visitor(deps);
    await saveFirst(who, { attorney: listed });
    await attorneyModel(deps.payload).deleteMany({});
    // As the first page posts it again when an answer is changed.
    await saveFirst(who, { attorney: listed });
    await sendRest(who);
    const record = await stored();
    const referral = { attorneyId: listed, name: 'Avery Referral', city: 'Newark', state: 'NJ' };
    expect(record).toMatchObject({ referral });
    expect(await deps.portal.collection('drafts').findOne({})).not.toHaveProperty('referral');
    expect((await who.call.intake.copy({ form })).referral).toBe(asked);

    const confirmation = await eventually(async () => {
      const messages = await readEmails(process.env.DATA_DIR ?? '');
      const isTheirs = ({ to }: Email) => to?.[0]?.address === claimant.email;
      const found = messages.find(
        (message) => isTheirs(message) && message.subject?.includes(record?.reference),
      );
      expect(found).toBeDefined();
      return found;
    });
    for (const text of [confirmation?.html, confirmation?.text])
      expect(text).toContain(`You asked about ${asked}.`);

    const { call } = visitor(deps);
    await call.staff.signInWithEmail(account);
    const id = String(record?._id);
    const { content } = await call.evaluations.print({ id });
    expect((await readPdf(Buffer.from(content, 'base64'))).text).toContain(`Attorney asked about: ${asked}`);
    const { sections } = await call.evaluations.detail({ id });
    expect(sections.at(-1)).toEqual({
      title: 'Referral',
      answers: [{ field: 'referral', question: 'Attorney asked about', value: asked }],
    });
    const range = { from: '2026-01-01', to: '9998-12-31' };
    for (const format of ['csv', 'json'] as const) {
      let text = '';
      const pieces = await call.exports.make({ kind: 'evaluations', format, ...range });
      for await (const piece of pieces as AsyncIterable<string>) text += piece;
      expect(text).toContain('Attorney asked about');
      expect(text).toContain(asked);
    }
  });
});
