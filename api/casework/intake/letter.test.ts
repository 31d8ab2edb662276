import { easternToday } from '@claimdesk/forms/eastern-time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#api/content/deadlines/calendar-date.ts';
import { deadlineOf } from '#api/content/deadlines/count-deadline.ts';
import type { Deps } from '#api/platform/deps.ts';
import { prove } from '#api/testing/prove.ts';
import { addFigures } from '../../../seed/figures.ts';
import { claimant, empty, evaluationAnswers, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { openStep, saveStep } from '../../../tests/setup/intake.ts';
import { submissionHandlers } from './submission-handlers.ts';

const form = 'case-evaluation' as const;
const today = easternToday();
const letter = addDays(today, -30);
const last = 'contact';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await addFigures(deps.payload);
  deps.content.forget();
});
beforeEach(() => empty(deps, 'case_evaluations', 'drafts', 'outbox', 'staff_notices', 'limits'));
afterAll(() => deps.close());

type Visitor = ReturnType<typeof visitor>;

const open = (who: Visitor, opened: { letter?: string; step?: string } = {}) =>
  openStep(who, { form, ...opened });

const save = (who: Visitor, step: string, entries: [string, string][], post: object = {}) =>
  saveStep(who, { form, step, entries, ...post });

const saveFirst = (who: Visitor, post: object = {}) =>
  save(who, 'receiving-benefits', [['receiving_benefits', 'no']], post);

async function answerRest(who: Visitor) {
  const { definition } = await open(who);
  const values: Record<string, string> = evaluationAnswers;
  for (const { id, fields } of definition.ui.steps.slice(1, -1))
    await save(
      who,
      id,
      fields.map((field) => [field, values[field] ?? '']),
    );
  return open(who, { step: last });
}

async function send(who: Visitor, date: [string, string][]) {
  const { challenge } = await open(who, { step: last });
  const proof = challenge ? await prove(challenge) : '';
  return save(who, last, [...Object.entries(claimant), ...date], { proof });
}

function parts(date: string): [string, string][] {
  const [year = '', month = '', day = ''] = date.split('-');
  return [
    ['letter_date.month', month],
    ['letter_date.day', day],
    ['letter_date.year', year],
  ];
}

const stored = () => deps.portal.collection('case_evaluations').findOne({});

describe('a date that cannot be on a letter', () => {
  it.each([
    ['no date', 'today'],
    ['a day that does not exist', '2025-02-30'],
    ['tomorrow', addDays(today, 1)],
    ['eleven years ago', addDays(today, -11 * 366)],
    ['much too long', '2'.repeat(5_000)],
    ['an operator', { $ne: '' }],
  ])('is ignored on the page and in the post: %s', async (_what, sent) => {
    const who = visitor(deps);
    expect((await open(who, { letter: sent as string })).letter).toBeNull();
    expect(await saveFirst(who, { letter: sent })).toMatchObject({ kind: 'next', step: 'applied-before' });
    expect((await answerRest(who)).values).not.toHaveProperty('letter_date');
  });

  it('is ignored by forms that ask for no letter, and by steps after the first', async () => {
    const who = visitor(deps);
    const other = await who.call.intake.open({ form: 'attorney-application', letter });
    expect(other).toMatchObject({ kind: 'step', letter: null });
    await saveFirst(who);
    await save(who, 'applied-before', [['applied_before', 'no']], { letter });
    expect((await answerRest(who)).values).not.toHaveProperty('letter_date');
  });
});

describe('the date that the deadline helper found a deadline for', () => {
  it('is shown on the first step, which begins no draft', async () => {
    const who = visitor(deps);
    expect((await open(who, { letter })).letter).toEqual({ date: letter, kept: false, passed: false });
    expect(await deps.portal.collection('drafts').countDocuments()).toBe(0);
  });

  it('says on the first step whether the last day to appeal has passed', async () => {
    const passedOf = async (days: number) =>
      (await open(visitor(deps), { letter: addDays(today, -days) })).letter?.passed;
    expect([await passedOf(65), await passedOf(80)]).toEqual([false, true]);
  });

  it('is an answer of the last step once the first is saved or autosaved, or at once if there is a draft', async () => {
    const [posting, typing, begun] = [visitor(deps), visitor(deps), visitor(deps)];
    await saveFirst(posting, { letter });
    const { token } = await open(typing);
    const entries: [string, string][] = [['receiving_benefits', 'no']];
    const typed = { form, step: 'receiving-benefits', token, shared: false, entries };
    expect(await typing.call.intake.keep({ ...typed, letter })).toBe(true);
    await saveFirst(begun);
    expect((await open(begun, { letter })).letter).toEqual({ date: letter, kept: true, passed: false });
    for (const who of [posting, typing, begun])
      expect((await answerRest(who)).values).toEqual({ letter_date: letter });
  });

  it('can be changed and removed on the last step', async () => {
    const who = visitor(deps);
    await saveFirst(who, { letter });
    await answerRest(who);
    const other = addDays(letter, -3);
    await save(who, last, parts(other), { later: true });
    expect((await open(who, { step: last })).values).toMatchObject({ letter_date: other });
    await save(who, last, [], { later: true });
    expect((await open(who, { step: last })).values).not.toHaveProperty('letter_date');
  });

  it('does not undo a correction when the address that brought it is opened again', async () => {
    const who = visitor(deps);
    await saveFirst(who, { letter });
    await answerRest(who);
    const other = addDays(letter, -3);
    await save(who, last, parts(other), { later: true });
    expect((await open(who, { letter })).letter).toEqual({ date: other, kept: true, passed: false });
    await saveFirst(who, { letter });
    expect((await open(who, { step: last })).values).toMatchObject({ letter_date: other });
  });

  it('is stored encrypted, with the last day that the deadline helper counts, and staff are told that it is urgent', async () => {
    const who = visitor(deps);
    await saveFirst(who, { letter });
    await answerRest(who);
    expect(await send(who, parts(letter))).toMatchObject({ kind: 'sent' });
    const evaluation = await stored();
    const { lastDay } = await deadlineOf(letter, deps);
    expect(evaluation?.appeal_by).toEqual(new Date(lastDay));
    expect(JSON.stringify(evaluation?.answers)).not.toContain(letter);
    expect(await deps.portal.collection('staff_notices').findOne({})).toMatchObject({ urgent: true });
  });

  it('keeps no evaluation out where the time limits cannot be read', async () => {
    const withoutFigures = Object.create(deps, {
      content: {
        get() {
          throw new Error('The figure appealDays is missing.');
        },
      },
    }) as Deps;
    const answers = { ...evaluationAnswers, letter_date: letter };
    const sent = submissionHandlers[form].submit(
      { answers, key: 'without figures' },
      { deps: withoutFigures },
    );
    await expect(sent).resolves.toHaveProperty('reference');
    expect(await stored()).not.toHaveProperty('appeal_by');
  });

  it('makes nothing urgent where its last day is long past, and none is stored without a letter', async () => {
    const [late, without] = [visitor(deps), visitor(deps)];
    for (const who of [late, without]) {
      await saveFirst(who);
      await answerRest(who);
    }
    await send(late, parts(addDays(today, -200)));
    expect(await stored()).toHaveProperty('appeal_by');
    expect(await deps.portal.collection('staff_notices').findOne({})).not.toHaveProperty('urgent');
    await empty(deps, 'case_evaluations');
    await send(without, []);
    expect(await stored()).not.toHaveProperty('appeal_by');
  });
});
