import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import { claimant, empty, evaluationAnswers, openDeps } from '../../../tests/setup/deps.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'case_evaluations', 'outbox', 'staff_notices', 'limits'));
afterAll(() => deps.close());

const stored = () => deps.portal.collection('case_evaluations').find({}).toArray();
const emails = () => deps.portal.collection('outbox').find({ kind: 'evaluation-confirmation' }).toArray();
const notices = () =>
  deps.portal
    .collection('staff_notices')
    .find({}, { projection: { _id: 0, created_at: 0 } })
    .toArray();

describe('sending a case evaluation', () => {
  it('refuses answers that the form rejects, with a sentence per field, and stores nothing', async () => {
    const { email: _, ...answers } = evaluationAnswers;
    await expect(
      submissionHandlers['case-evaluation'].submit(
        { answers: { ...answers, phone: '123' }, key: 'a' },
        { deps },
      ),
    ).rejects.toMatchObject({
      code: 'bad-input',
      title: 'Missing Information',
      message: 'Please fill in all required fields.',
      fields: { email: expect.stringMatching(/^Enter/), phone: expect.stringMatching(/^Enter/) },
    });
    expect(await stored()).toHaveLength(0);
    expect([...(await emails()), ...(await notices())]).toHaveLength(0);
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
    await expect(
      submissionHandlers['case-evaluation'].submit({ answers, key: 'b' }, { deps }),
    ).rejects.toMatchObject({
      code: 'bad-input',
    });
    expect(await stored()).toHaveLength(0);
  });

  it('stores the answers as pending with the form version, emails the claimant and notifies staff', async () => {
    const { reference } = await submissionHandlers['case-evaluation'].submit(
      { answers: evaluationAnswers, key: 'c' },
      { deps },
    );
    expect(reference).toMatch(/^[34679CDFGHJKMNPQRTWXY]{4}-[34679CDFGHJKMNPQRTWXY]{4}$/);
    const [evaluation] = await stored();
    expect(evaluation).toMatchObject({ reference, form: 'case-evaluation', status: 'pending' });
    expect(evaluation?.answers).toMatch(/^v2\.own\./);
    const definition = await deps.portal
      .collection('form_definitions')
      .findOne({ _id: `case-evaluation@${evaluation?.version}` as never });
    expect(JSON.parse(definition?.definition).schema.properties).toHaveProperty('has_lawyer');
    expect(await emails()).toHaveLength(1);
    const page = '/admin/case-evaluations';
    expect(await notices()).toEqual([{ noun: 'case evaluation', reference, page }]);
  });

  it('encrypts contact details, so that a database dump does not reveal the sender', async () => {
    await submissionHandlers['case-evaluation'].submit({ answers: evaluationAnswers, key: 'd' }, { deps });
    const dump = JSON.stringify([await stored(), await emails(), await notices()]);
    for (const value of Object.values(claimant)) expect(dump).not.toContain(value);
  });

  it('stores one evaluation per key, however many times it is sent at once', async () => {
    const sent = await Promise.all(
      Array.from({ length: 12 }, () =>
        submissionHandlers['case-evaluation'].submit({ answers: evaluationAnswers, key: 'e' }, { deps }),
      ),
    );
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
    expect([await emails(), await notices()].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('stores neither the evaluation nor an email when the rest of the transaction fails', async () => {
    const inSameTransaction = () => Promise.reject(new Error('the draft could not be closed'));
    await expect(
      submissionHandlers['case-evaluation'].submit(
        { answers: evaluationAnswers, key: 'f', inSameTransaction },
        { deps },
      ),
    ).rejects.toThrow();
    expect(await stored()).toHaveLength(0);
    expect([...(await emails()), ...(await notices())]).toHaveLength(0);
  });
});
