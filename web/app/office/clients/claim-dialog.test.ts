import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { takeNotice } from '#web/app/office/staff-request.server.ts';
import { action } from './claim-dialog.tsx';

const id = '4a1d6c3e-0000-4000-8000-0123456789ab';
const hearing = { 'next-kind': 'hearing', 'next-day': '2027-01-14', 'next-time': '13:30' };
const typed = { version: '2', key: 'a-key', step: 'filed', since: '', needed: '', note: '' };

/** Posts the form of the dialog. Storing the claim needs a database; here it is noted, or refused as a test says. */
async function save(fields: Record<string, string>, refusal?: Error) {
  const saved: unknown[] = [];
  const setClaim = async (input: unknown) => {
    saved.push(input);
    if (refusal) throw refusal;
    return 'email';
  };
  const url = new URL(`https://office.test/admin/client/${id}/claim`);
  const api = { staff: { requireForm: async () => {} }, clients: { setClaim } };
  const context = new RouterContextProvider();
  const cookies = new CookieJar(undefined, false);
  const site = { api, cookies, posted: true };
  context.set(siteContext, site as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams({ ...typed, ...fields }) });
  const answer = await action({ request, url, context, params: { id }, pattern: '/admin/client/:id/claim' });
  return { answer, saved, cookies };
}

/** @returns what the dialog says of a post that it did not take. */
async function problemsOf(fields: Record<string, string>) {
  const { answer, saved } = await save(fields);
  expect(saved).toEqual([]);
  expect(answer).toMatchObject({ init: { status: 400 }, data: { isConflict: false } });
  return 'data' in answer ? answer.data.errors : {};
}

/** @returns what is stored of a post. */
async function storedOf(fields: Record<string, string>): Promise<unknown> {
  const { saved } = await save(fields);
  expect(saved).toHaveLength(1);
  return saved[0];
}

describe('an update of a claim is refused', () => {
  test.each(['', 'closed', 'Filed', 'constructor'])('with a step that there is not: %j', async (step) => {
    expect(await problemsOf({ step })).toEqual({ step: 'Choose the step' });
  });

  test.each(['1/5/2026', '2026-1-5', 'soon'])('with a day that is none: %j', async (day) => {
    expect(await problemsOf({ since: day })).toEqual({ since: 'Enter the day as a date' });
    expect(await problemsOf({ ...hearing, 'next-day': day })).toEqual({
      'next-day': 'Enter the day as a date',
    });
  });

  test('with a next date without its day', async () => {
    expect(await problemsOf({ 'next-kind': 'hearing' })).toEqual({ 'next-day': 'Enter the day as a date' });
  });

  test.each<Record<string, string>>([{ 'next-day': '2027-01-14' }, { 'next-time': '13:30' }])(
    'with a day or a time of which nobody says what happens then: %j',
    async (fields) => {
      expect(await problemsOf(fields)).toEqual({
        'next-kind': 'Choose what happens then, or clear the day and the time',
      });
    },
  );

  test.each(['needed', 'note'])('with more than 500 characters: %s', async (field) => {
    expect(await problemsOf({ [field]: 'é'.repeat(501) })).toEqual({
      [field]: 'Say it in 500 characters or fewer',
    });
  });

  test('with every field that is wrong named at once', async () => {
    const errors = await problemsOf({ step: '', since: 'x', 'next-kind': 'hearing' });
    expect(Object.keys(errors)).toEqual(['step', 'since', 'next-day']);
  });

  test('where a colleague has changed it meanwhile, and keeps what was typed', async () => {
    const words = 'Kim has changed the claim meanwhile.';
    const { answer } = await save({ note: 'Typed with care' }, new DomainError('conflict', words));
    expect(answer).toMatchObject({
      init: { status: 409 },
      data: { typed: { note: 'Typed with care', version: '2' }, errors: { '': words }, isConflict: true },
    });
  });

  test('where the server names a field', async () => {
    const fields = { since: 'Enter the day this step began' };
    const { answer } = await save({}, new DomainError('bad-input', 'Not yet.', { fields }));
    expect(answer).toMatchObject({ init: { status: 400 }, data: { errors: fields, isConflict: false } });
  });
});

describe('an update of a claim', () => {
  test('may leave the day blank, because the server knows whether the step stays', async () => {
    expect(await storedOf({})).toEqual({ ...typed, id, version: 2, next: null });
  });

  test('has a next date with its time, or of the whole day', async () => {
    const next = { kind: 'hearing', day: '2027-01-14' };
    expect(await storedOf(hearing)).toMatchObject({ next: { ...next, time: '13:30' } });
    expect(await storedOf({ ...hearing, 'next-time': '' })).toMatchObject({ next: { ...next, time: null } });
  });

  test('takes the date out with its day and time, where the form came with one and "No date" was chosen', async () => {
    expect(await storedOf({ ...hearing, 'shown-kind': 'hearing', 'next-kind': '' })).toMatchObject({
      next: null,
    });
  });

  test('keeps line breaks as one character, and nothing else that cannot be typed', async () => {
    const note = ' First line\r\nsecond\tline\u0000\u0007 ';
    expect(await storedOf({ note })).toMatchObject({ note: 'First line\nsecond\tline' });
  });

  test.each(['needed', 'note'])('has up to 500 characters, as people count them: %s', async (field) => {
    const text = `${'👍'.repeat(499)}\r\n.`;
    expect(await problemsOf({ [field]: text })).toHaveProperty(field);
    expect(await storedOf({ [field]: '👍'.repeat(500) })).toHaveProperty(field, '👍'.repeat(500));
  });

  test('says on the page of the client how the client learns of it', async () => {
    const { answer, cookies } = await save({});
    expect((answer as Response).headers.get('location')).toBe(`/admin/client/${id}`);
    expect(takeNotice({ cookies })).toBe('claim-set-email');
  });
});
