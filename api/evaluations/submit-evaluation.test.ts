import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimant, empty, evaluationAnswers, openDeps } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { submitEvaluation } from './submit-evaluation.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'case_evaluations', 'outbox', 'limits'));
afterAll(() => deps.close());

const stored = () => deps.portal.collection('case_evaluations').find({}).toArray();
const letters = () => deps.portal.collection('outbox').find({}).toArray();

describe('sending a case evaluation', () => {
  it('refuses answers that the form refuses, with a sentence per field, and stores nothing', async () => {
    const { email: _, ...answers } = evaluationAnswers;
    await expect(
      submitEvaluation({ answers: { ...answers, phone: '123' }, key: 'a' }, deps),
    ).rejects.toMatchObject({
      code: 'bad-input',
      title: 'Missing Information',
      message: 'Please fill in all required fields.',
      fields: { email: expect.stringMatching(/^Enter/), phone: expect.stringMatching(/^Enter/) },
    });
    expect(await stored()).toHaveLength(0);
    expect(await letters()).toHaveLength(0);
  });

  it.each([
    ['a status of the sender', { status: 'approved' }],
    ['an operator', { first_name: { $gt: '' } }],
    ['a prototype key', JSON.parse('{"__proto__": {"polluted": true}}')],
    ['an array for a text', { last_name: ['x'] }],
  ])('refuses %s', async (_what, extra) => {
    const answers = Object.assign(Object.create(null), evaluationAnswers, extra);
    for (const key of Object.keys(extra))
      Object.defineProperty(answers, key, { value: extra[key], enumerable: true });
    await expect(submitEvaluation({ answers, key: 'b' }, deps)).rejects.toMatchObject({ code: 'bad-input' });
    expect(await stored()).toHaveLength(0);
  });

  it('stores the answers as pending with the form version, and letters to the claimant and to staff', async () => {
    const { reference } = await submitEvaluation({ answers: evaluationAnswers, key: 'c' }, deps);
    expect(reference).toMatch(/^[34679CDFGHJKMNPQRTWXY]{4}-[34679CDFGHJKMNPQRTWXY]{4}$/);
    const [evaluation] = await stored();
    expect(evaluation).toMatchObject({ reference, form: 'case-evaluation', status: 'pending' });
    expect(evaluation?.answers).toMatchObject({ receiving_benefits: 'no', age_range: '50-54' });
    const definition = await deps.portal
      .collection('form_definitions')
      .findOne({ _id: `case-evaluation@${evaluation?.version}` as never });
    expect(JSON.parse(definition?.definition).schema.properties).toHaveProperty('has_lawyer');
    const kinds = (await letters()).map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['evaluation-confirmation', 'evaluation-received']);
  });

  it('keeps contact details encrypted, so that a dump of the database does not tell who sent it', async () => {
    await submitEvaluation({ answers: evaluationAnswers, key: 'd' }, deps);
    const dump = JSON.stringify([await stored(), await letters()]);
    for (const value of Object.values(claimant)) expect(dump).not.toContain(value);
  });

  it('stores one evaluation for the same key, however often and at the same time it is sent', async () => {
    const sent = await Promise.all(
      Array.from({ length: 12 }, () => submitEvaluation({ answers: evaluationAnswers, key: 'e' }, deps)),
    );
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
    expect(await letters()).toHaveLength(2);
  });

  it('stores neither the evaluation nor a letter when what must happen alongside fails', async () => {
    const alongside = () => Promise.reject(new Error('the draft could not be closed'));
    await expect(
      submitEvaluation({ answers: evaluationAnswers, key: 'f', alongside }, deps),
    ).rejects.toThrow();
    expect(await stored()).toHaveLength(0);
    expect(await letters()).toHaveLength(0);
  });
});
