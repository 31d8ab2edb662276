import { getForm } from '@claimdesk/forms/registry';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { openStep } from '../../../tests/setup/intake.ts';

const form = 'case-evaluation' as const;
const step = getForm(form).ui.steps.find(({ id }) => id === 'applied-before') as {
  id: string;
  aliases?: string[];
};

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await empty(deps, 'drafts', 'limits');
  // As if a release had called it "past-claims".
  step.aliases = ['past-claims'];
});
afterEach(() => {
  delete step.aliases;
});
afterAll(() => deps.close());

const post = { form, change: false, later: false, proof: '', honeypot: '' };

async function openedBefore() {
  const { call } = visitor(deps);
  const { token } = await openStep({ call }, { form });
  const entries: [string, string][] = [['receiving_benefits', 'no']];
  await call.intake.save({ ...post, step: 'receiving-benefits', token, entries });
  return { call, token };
}

it('refuses a name that no step has ever had', async () => {
  const { call, token } = await openedBefore();
  const entries: [string, string][] = [['applied_before', 'yes']];
  await expect(call.intake.save({ ...post, step: 'past-claim', token, entries })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(call.intake.open({ form, step: 'past-claim' })).rejects.toMatchObject({ code: 'not-found' });
});

it('accepts a post from a page that was open while its step was renamed, and advances', async () => {
  const { call, token } = await openedBefore();
  const entries: [string, string][] = [['applied_before', 'yes']];
  expect(await call.intake.save({ ...post, step: 'past-claims', token, entries })).toEqual({
    kind: 'next',
    step: 'has-lawyer',
  });
  expect(await call.intake.open({ form, step: 'past-claims' })).toMatchObject({
    kind: 'step',
    step: { id: 'applied-before' },
    values: { applied_before: 'yes' },
  });
});

it('shows such a page again with its problems and what was typed', async () => {
  const { call, token } = await openedBefore();
  const saved = await call.intake.save({
    ...post,
    step: 'past-claims',
    token,
    entries: [['applied_before', 'maybe']],
  });
  expect(saved).toMatchObject({
    kind: 'problems',
    code: 'bad-input',
    values: { applied_before: 'maybe' },
    errors: {
      applied_before: 'Select yes if you have applied for Social Security disability benefits before',
    },
  });
});

it('saves what is being typed on such a page', async () => {
  const { call, token } = await openedBefore();
  const entries: [string, string][] = [['applied_before', 'yes']];
  expect(await call.intake.keep({ form, step: 'past-claims', token, shared: false, entries })).toBe(true);
  expect(await call.intake.open({ form, step: 'applied-before' })).toMatchObject({
    values: { applied_before: 'yes' },
  });
});
