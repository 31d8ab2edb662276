import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { takeNotice } from '#web/app/office/staff-request.server.ts';
import { action } from './client-logins.tsx';

const reason = 'Called from the number in the contract';
const typed = { verb: 'free-number', ssn: '219-09-1234', reason };

/** Posts the form. What it does needs a database; here it is noted, or refused as a test says. */
async function post(fields: Record<string, string>, refusal?: Error) {
  const done: [string, unknown][] = [];
  const note = (verb: string) => async (input: unknown) => {
    done.push([verb, input]);
    if (refusal) throw refusal;
  };
  const clients = { reopen: note('reopen'), endSessions: note('endSessions'), freeSsn: note('freeSsn') };
  const url = new URL('https://office.test/admin/client-logins');
  const cookies = new CookieJar(undefined, false);
  const api = { staff: { requireForm: async () => {} }, clients };
  const context = new RouterContextProvider();
  context.set(siteContext, { api, cookies, posted: true } as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
  const answer = await action({ request, url, context, params: {}, pattern: '/admin/client-logins' });
  return { answer, done, cookies };
}

describe('nothing is changed', () => {
  test('where something is missing', async () => {
    const { answer, done } = await post({ ...typed, reason: '' });
    expect(answer).toMatchObject({ init: { status: 400 } });
    expect('data' in answer && Object.keys(answer.data.errors)).toEqual(['reason']);
    expect(done).toEqual([]);
  });

  test.each([
    [new DomainError('not-found', 'No account has this number.'), 'ssn', 404],
    [new DomainError('conflict', 'It is confirmed: check the box too.'), 'verb', 409],
  ])('where it is refused, which is said at its field: %s', async (refusal, field, status) => {
    const { answer } = await post(typed, refusal);
    expect(answer).toMatchObject({ data: { errors: { [field]: refusal.message } }, init: { status } });
  });

  test('and all that was typed comes back but the number', async () => {
    const { answer } = await post({ ...typed, 'even-confirmed': 'on' }, new Error('broken'));
    expect('data' in answer && answer.data.form).toEqual({
      verb: 'free-number',
      reason,
      evenConfirmed: true,
    });
    expect(JSON.stringify(answer)).not.toContain('1234');
  });
});

test.each([
  ['reopen', ['reopen', { ssn: '219091234', reason }], 'login-reopened'],
  ['end-sessions', ['endSessions', { ssn: '219091234', reason }], 'client-signed-out'],
  ['free-number', ['freeSsn', { ssn: '219091234', reason, evenConfirmed: false }], 'login-freed'],
])('what was chosen is done, and the empty form comes next: %s', async (verb, call, notice) => {
  const { answer, done, cookies } = await post({ ...typed, verb });
  expect(done).toEqual([call]);
  expect((answer as Response).headers.get('location')).toBe('/admin/client-logins');
  expect(takeNotice({ cookies })).toBe(notice);
});
