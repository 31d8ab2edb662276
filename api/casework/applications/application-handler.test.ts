import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import { outboxCollection } from '#api/platform/email/outbox-row.model.ts';
import { applicationAnswers, empty, openDeps } from '../../../tests/setup/deps.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'attorney_applications', 'outbox', 'staff_notices', 'limits'));
afterAll(() => deps.close());

const stored = () => deps.portal.collection('attorney_applications').find({}).toArray();
const emails = () => deps.portal.collection('outbox').find({ kind: 'application-confirmation' }).toArray();
const notices = () =>
  deps.portal
    .collection('staff_notices')
    .find({}, { projection: { _id: 0, created_at: 0 } })
    .toArray();

describe('sending an attorney application', () => {
  it.each(Object.keys(applicationAnswers))(
    'refuses an application without %s, with a sentence for that field, and stores nothing',
    async (field) => {
      const { [field]: _, ...answers }: Record<string, unknown> = applicationAnswers;
      await expect(
        submissionHandlers['attorney-application'].submit({ answers, key: 'without' }, { deps }),
      ).rejects.toMatchObject({
        code: 'bad-input',
        title: 'Missing Information',
        message: 'Please fill in all required fields.',
        fields: { [field]: expect.stringMatching(/^(Enter|Select|Tell)/) },
      });
      expect(await stored()).toHaveLength(0);
      expect([...(await emails()), ...(await notices())]).toHaveLength(0);
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
    await expect(
      submissionHandlers['attorney-application'].submit({ answers, key: 'hostile' }, { deps }),
    ).rejects.toMatchObject({
      code: 'bad-input',
    });
    expect(await stored()).toHaveLength(0);
  });

  it('stores it as pending, with its form version, and emails the applicant and staff', async () => {
    const { reference } = await submissionHandlers['attorney-application'].submit(
      { answers: applicationAnswers, key: 'good' },
      { deps },
    );
    const [application] = await stored();
    expect(application).toMatchObject({ reference, form: 'attorney-application', status: 'pending' });
    expect(application).not.toHaveProperty('reviewed_by');
    const opened = await Promise.all(
      (await emails())
        .filter(({ letter }) => letter)
        .map(async ({ _id, letter }) =>
          JSON.parse(outboxCollection.decrypt(await deps.keys.of(_id), _id, 'letter', letter)),
        ),
    );
    const page = '/admin/attorney-applications';
    expect(await notices()).toEqual([{ noun: 'attorney application', reference, page }]);
    for (const { to, text, html, subject } of opened) {
      expect(to).toBe(applicationAnswers.email);
      expect(text).toContain(reference);
      const { name, firm, phone, email } = applicationAnswers;
      for (const value of [name, firm, phone, email]) expect(`${subject}${text}${html}`).not.toContain(value);
    }
  });

  it("encrypts the applicant's data, so that a database dump does not reveal it", async () => {
    await submissionHandlers['attorney-application'].submit(
      { answers: applicationAnswers, key: 'encrypted' },
      { deps },
    );
    const dump = JSON.stringify([await stored(), await emails(), await notices()]);
    const { name, email, phone } = applicationAnswers;
    for (const value of [name, email, phone]) expect(dump).not.toContain(value);
  });

  it('stores one application per key, however many times it is sent at once', async () => {
    const sent = await Promise.all(
      Array.from({ length: 8 }, () =>
        submissionHandlers['attorney-application'].submit(
          { answers: applicationAnswers, key: 'same' },
          { deps },
        ),
      ),
    );
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
    expect([await emails(), await notices()].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('stores neither the application nor an email when the rest of the transaction fails', async () => {
    const inSameTransaction = () => Promise.reject(new Error('the draft could not be closed'));
    await expect(
      submissionHandlers['attorney-application'].submit(
        { answers: applicationAnswers, key: 'fails', inSameTransaction },
        { deps },
      ),
    ).rejects.toThrow('the draft could not be closed');
    expect(await stored()).toHaveLength(0);
    expect([...(await emails()), ...(await notices())]).toHaveLength(0);
  });
});
