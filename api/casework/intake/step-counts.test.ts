import { easternToday } from '@claimdesk/forms/eastern-time';
import { getForm } from '@claimdesk/forms/registry';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { hashSecret, makeSecret } from '#api/platform/keys/fingerprint.ts';
import { prove } from '#api/testing/prove.ts';
import { claimant, empty, evaluationAnswers, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { openStep, saveStep } from '../../../tests/setup/intake.ts';
import { writeDraft } from './drafts.ts';
import { countStep, dropOffStages, readDropOff, stepCountsCollection } from './step-counts.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'case_evaluations', 'drafts', 'outbox', 'limits', 'step_counts'));
afterAll(() => deps.close());

const form = 'case-evaluation' as const;
const steps = getForm(form).ui.steps;
const today = easternToday();
const rows = () => stepCountsCollection.rows(deps.portal).find().toArray();

/** Answers the first steps. @returns who did. */
async function answerSteps(count: number, who = visitor(deps)): Promise<ReturnType<typeof visitor>> {
  const values: Record<string, string> = evaluationAnswers;
  await openStep(who, { form });
  for (const { id: step, fields } of steps.slice(0, count))
    await saveStep(who, { form, step, entries: fields.map((field) => [field, values[field] ?? '']) });
  return who;
}

const counts = async () => {
  const found = (await readDropOff(today, deps.portal)).find((each) => each.form === form);
  return found?.steps.map(({ count }) => count) ?? [];
};
const upTo = (...reached: number[]) => steps.map((_, at) => reached.filter((count) => count > at).length);

describe('how far people get in a form', () => {
  it('is counted by day and step, once for each draft, however often a step is saved', async () => {
    await answerSteps(2);
    await answerSteps(1, await answerSteps(3));
    expect(await counts()).toEqual(upTo(2, 3));
  });

  it('ends with those who sent it, and not with a last step that was refused', async () => {
    const who = await answerSteps(steps.length - 1);
    const last = steps.at(-1)?.id ?? '';
    const { token } = await openStep(who, { form });
    const page = await openStep(who, { form, step: last });
    const proof = page.challenge ? await prove(page.challenge) : '';
    const send = (entries: [string, string][]) => saveStep(who, { form, step: last, entries, token, proof });
    expect((await send([['first_name', 'Jo']])).kind).toBe('problems');
    expect((await counts()).at(-1)).toBe(0);
    const contact = Object.entries(claimant) as [string, string][];
    for (let each = 0; each < 2; each += 1) expect((await send(contact)).kind).toBe('sent');
    expect(await counts()).toEqual(upTo(steps.length));
  });

  it('does not count what was refused or only saved while typing', async () => {
    const who = visitor(deps);
    const { token } = await openStep(who, { form });
    const [first] = steps;
    const entries: [string, string][] = [['receiving_benefits', 'no']];
    await who.call.intake.keep({ form, step: first?.id ?? '', entries, token, shared: false });
    await saveStep(who, { form, step: first?.id ?? '', entries: [['receiving_benefits', 'maybe']] });
    expect(await rows()).toEqual([]);
  });

  it('has as many rows as there are steps and days, whoever sends what, and nothing of anybody', async () => {
    await answerSteps(3);
    await answerSteps(3);
    const stored = await rows();
    expect(stored.map(({ _id }) => _id).sort()).toEqual(
      steps
        .slice(0, 3)
        .map(({ id }) => `${today} ${form} ${id}`)
        .sort(),
    );
    for (const row of stored)
      expect(Object.keys(row).sort()).toEqual(['_id', 'count', 'day', 'form', 'step']);
    await countStep({ secret: makeSecret(), form, step: 'work-now' }, deps);
    await countStep({ secret: makeSecret(), form, step: 'no-such-step' }, deps);
    expect((await rows()).length).toBe(stored.length);
  });

  it('is counted once where the same step is saved in many tabs at once', async () => {
    const secret = makeSecret();
    await writeDraft(secret, form, { receiving_benefits: 'no' }, deps);
    const step = steps[1]?.id ?? '';
    await Promise.all(Array.from({ length: 20 }, () => countStep({ secret, form, step }, deps)));
    expect(await counts()).toEqual(upTo(2));
    const draft = await deps.portal
      .collection<{ _id: string }>('drafts')
      .findOne({ _id: hashSecret(secret) });
    expect(draft).toMatchObject({ reached: 2 });
  });

  it('stops nobody where it cannot be counted', async () => {
    vi.spyOn(stepCountsCollection, 'rows').mockImplementationOnce(() => {
      throw new Error('The counts are away.');
    });
    await answerSteps(1);
    expect(await counts()).toEqual(upTo());
  });

  it('is read from an index alone', async () => {
    await answerSteps(1);
    const plan = JSON.stringify(
      await stepCountsCollection.rows(deps.portal).aggregate(dropOffStages(today)).explain(),
    );
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toMatch(/COLLSCAN|"FETCH"/);
  });
});
