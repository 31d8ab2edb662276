import { expect, test } from 'vitest';
import { conditionalForm } from './fixtures/conditional-form.ts';
import {
  findStep,
  firstUnansweredStep,
  isReachable,
  nextStep,
  previousStep,
  resolveStep,
  stepNumber,
  visibleSteps,
} from './journey.ts';
import { getForm } from './registry.ts';

const form = getForm('case-evaluation');
const ids = form.ui.steps.map(({ id }) => id);
const none = new Set<string>();
const tiredHidden = new Set(['tired']);

test('a step that the form does not have, or does not ask, leads nowhere', () => {
  expect(() => findStep(form, 'age')).toThrow('The form case-evaluation has no step "age".');
  for (const move of [nextStep, previousStep, stepNumber]) {
    expect(move(form, none, 'age')).toBeUndefined();
    expect(move(conditionalForm, tiredHidden, 'tired')).toBeUndefined();
  }
  expect(isReachable(form, none, new Set(ids), 'age')).toBe(false);
  expect(isReachable(conditionalForm, tiredHidden, new Set(['works', 'job']), 'tired')).toBe(false);
});

test('a form that asks nothing has no step to show', () => {
  const empty = { form: 'empty', ui: { ...form.ui, steps: [] } };
  expect(() => resolveStep(empty, none, none, 'a')).toThrow('nothing to ask');
});

test('a deep link to step 7 leads to the first unanswered step', () => {
  expect(resolveStep(form, none, none, ids[6] ?? '').id).toBe(ids[0]);
  expect(resolveStep(form, none, new Set(ids.slice(0, 3)), ids[6] ?? '').id).toBe(ids[3]);
  expect(resolveStep(form, none, new Set(ids.slice(0, 6)), ids[6] ?? '').id).toBe(ids[6]);
});

test('an answered step can be seen again, and a gap before a step closes it', () => {
  expect(resolveStep(form, none, new Set(ids.slice(0, 5)), ids[1] ?? '').id).toBe(ids[1]);
  const gap = new Set([...ids.slice(0, 2), ...ids.slice(3)]);
  expect(isReachable(form, none, gap, ids[5] ?? '')).toBe(false);
  expect(firstUnansweredStep(form, none, gap)?.id).toBe(ids[2]);
});

test('with everything answered no step is missing, and an unknown link leads to the last', () => {
  expect(firstUnansweredStep(form, none, new Set(ids))).toBeUndefined();
  expect(resolveStep(form, none, new Set(ids), 'nowhere').id).toBe(ids.at(-1));
});

test('next and previous walk all steps in order, and end', () => {
  const walk = (move: typeof nextStep, from: string) => {
    const seen = [from];
    for (let step = move(form, none, from); step; step = move(form, none, step.id)) seen.push(step.id);
    return seen;
  };
  expect(walk(nextStep, ids[0] ?? '')).toEqual(ids);
  expect(walk(previousStep, ids.at(-1) ?? '')).toEqual(ids.toReversed());
});

test('a question is numbered among those that are asked', () => {
  expect(stepNumber(form, none, ids[3] ?? '')).toEqual({ number: 4, total: ids.length });
  expect(stepNumber(conditionalForm, none, 'rest')).toEqual({ number: 4, total: 4 });
  expect(stepNumber(conditionalForm, tiredHidden, 'rest')).toEqual({ number: 3, total: 3 });
  expect(visibleSteps(conditionalForm, tiredHidden).map(({ id }) => id)).toEqual(['works', 'job', 'rest']);
  expect(nextStep(conditionalForm, tiredHidden, 'job')?.id).toBe('rest');
  expect(previousStep(conditionalForm, tiredHidden, 'rest')?.id).toBe('job');
});
