import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applicationAnswers, empty, openDeps } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { unseal } from '../keys/seal.ts';
import { letterPlace } from '../outbox/enqueue.ts';
import { submitApplication } from './submit-application.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'attorney_applications', 'outbox'));
afterAll(() => deps.close());

const stored = () => deps.portal.collection('attorney_applications').find({}).toArray();
const letters = () => deps.portal.collection('outbox').find({}).toArray();

describe('sending an attorney application', () => {
  it.each(Object.keys(applicationAnswers))(
    'refuses one without %s, with a sentence for it, and stores nothing',
    async (field) => {
      const { [field]: _, ...answers }: Record<string, unknown> = applicationAnswers;
      await expect(submitApplication({ answers, key: 'without' }, deps)).rejects.toMatchObject({
        code: 'bad-input',
        title: 'Missing Information',
        message: 'Please fill in all required fields.',
        fields: { [field]: expect.stringMatching(/^(Enter|Select|Tell)/) },
      });
      expect(await stored()).toHaveLength(0);
      expect(await letters()).toHaveLength(0);
    },
  );

  it.each([
    ['a status of the sender', { status: 'approved' }],
    ['a reviewer of the sender', { reviewed_by: 'me' }],
    ['an operator', { firm: { $gt: '' } }],
    ['a specialty that is an object', { specialties: [{ $ne: '' }] }],
    ['years below zero', { years_experience: -1 }],
    ['half a year', { years_experience: 1.5 }],
    ['a state that does not exist', { state: 'XX' }],
    ['no specialty', { specialties: [] }],
    ['21 specialties', { specialties: Array.from({ length: 21 }, (_, at) => `Specialty ${at}`) }],
  ])('refuses %s', async (_what, extra) => {
    const answers = { ...applicationAnswers, ...extra };
    await expect(submitApplication({ answers, key: 'hostile' }, deps)).rejects.toMatchObject({
      code: 'bad-input',
    });
    expect(await stored()).toHaveLength(0);
  });

  it('stores it as pending, with its form, and writes to the applicant and to staff', async () => {
    const { reference } = await submitApplication({ answers: applicationAnswers, key: 'good' }, deps);
    const [application] = await stored();
    expect(application).toMatchObject({ reference, form: 'attorney-application', status: 'pending' });
    expect(application).not.toHaveProperty('reviewed_by');
    const opened = (await letters()).flatMap(({ _id, kind, letter }) =>
      letter ? [{ kind, ...JSON.parse(unseal(deps.keys.fields, letter, letterPlace(_id))) }] : [],
    );
    const kinds = (await letters()).map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['application-confirmation', 'application-received']);
    for (const { kind, to, text, html, subject } of opened) {
      expect(to).toBe(kind === 'application-received' ? 'staff@claimdesk.example' : applicationAnswers.email);
      expect(text).toContain(reference);
      const { name, firm, phone, email } = applicationAnswers;
      for (const value of [name, firm, phone, email]) expect(`${subject}${text}${html}`).not.toContain(value);
    }
  });

  it('keeps who applied encrypted, so that a dump of the database does not tell', async () => {
    await submitApplication({ answers: applicationAnswers, key: 'sealed' }, deps);
    const dump = JSON.stringify([await stored(), await letters()]);
    const { name, email, phone } = applicationAnswers;
    for (const value of [name, email, phone]) expect(dump).not.toContain(value);
  });

  it('stores one application for the same key, however often and at the same time it is sent', async () => {
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => submitApplication({ answers: applicationAnswers, key: 'same' }, deps)),
    );
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
    expect(await letters()).toHaveLength(2);
  });

  it('stores neither the application nor a letter when what must happen alongside fails', async () => {
    const alongside = () => Promise.reject(new Error('the draft could not be closed'));
    await expect(
      submitApplication({ answers: applicationAnswers, key: 'fails', alongside }, deps),
    ).rejects.toThrow('the draft could not be closed');
    expect(await stored()).toHaveLength(0);
    expect(await letters()).toHaveLength(0);
  });
});
