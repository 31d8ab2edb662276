import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { takeNotice } from '#web/app/office/staff-request.server.ts';
import { action } from './client-dialog.tsx';

const id = '4a1d6c3e-0000-4000-8000-0123456789ab';
const reason = 'Called from the number in the contract';
const code = { code: 'K7QH-M9XC', expiresAt: '2026-03-03T16:00:00.000Z' };

/** Posts a dialog. What it does needs a database; here it is noted, or refused as a test says. */
async function post(path: string, fields: Record<string, string>, refusal?: Error) {
  const done: [string, unknown][] = [];
  const note = (verb: string, answer?: unknown) => async (input: unknown) => {
    done.push([verb, input]);
    if (refusal) throw refusal;
    return answer;
  };
  const clients = {
    issueConfirmationCode: note('issueConfirmationCode', code),
    issuePinCode: note('issuePinCode', code),
    correctName: note('correctName'),
    reopen: note('reopen'),
    endSessions: note('endSessions'),
    freeSsn: note('freeSsn'),
    close: note('close'),
  };
  const url = new URL(`https://office.test/admin/client/${id}/${path}`);
  const cookies = new CookieJar(undefined, false);
  const api = { staff: { requireForm: async () => {} }, clients };
  const context = new RouterContextProvider();
  context.set(siteContext, { api, cookies, posted: true } as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
  const answer = await action({ request, url, context, params: { id }, pattern: '/admin/client/:id/close' });
  return { answer, done, cookies };
}

describe('nothing is done about a login', () => {
  test.each([
    ['confirmation-code', 'Say how you verified the caller, in at least 5 characters'],
    ['pin-code', 'Say how you verified the caller, in at least 5 characters'],
    ['reopen', 'Say how you verified the caller, in at least 5 characters'],
    ['end-sessions', 'Give the reason, in at least 5 characters'],
    ['free-number', 'Say how you verified the caller, in at least 5 characters'],
    ['close', 'Give the reason, in at least 5 characters'],
  ])('without a reason: %s', async (verb, problem) => {
    const { answer, done } = await post(verb, { reason: '   no   ', sure: 'yes' });
    expect(answer).toMatchObject({ data: { errors: { reason: problem } }, init: { status: 400 } });
    expect(done).toEqual([]);
  });

  test.each([
    [{}, { 'first-name': 'Enter the first name', 'last-name': 'Enter the last name' }],
    [{ 'first-name': 'Dana', 'last-name': ' ' }, { 'last-name': 'Enter the last name' }],
    [
      { 'first-name': 'x'.repeat(61), 'last-name': 'Rivera' },
      { 'first-name': 'Shorten the first name to 60 characters' },
    ],
  ])('without a name, or with one that is too long: case %#', async (name, errors) => {
    const { answer, done } = await post('correct-name', { reason, ...name } as Record<string, string>);
    expect('data' in answer && 'errors' in answer.data && answer.data.errors).toEqual(errors);
    expect(done).toEqual([]);
  });

  test('before it was asked for once more to close an account', async () => {
    const { answer, done } = await post('close', { reason });
    expect(answer).toMatchObject({ data: { kind: 'asks-again', typed: { reason } } });
    expect(done).toEqual([]);
  });

  test('at an address of nothing that staff can do', async () => {
    await expect(post('constructor', { reason })).rejects.toThrow(RangeError);
  });

  test('where the server refuses it, at the field that it names, with what was typed', async () => {
    const fields = { 'even-confirmed': 'Check the box too' };
    const refusal = new DomainError('conflict', 'It is confirmed.', { fields });
    const { answer } = await post('free-number', { reason }, refusal);
    expect(answer).toMatchObject({
      data: { kind: 'refused', typed: { reason }, errors: fields },
      init: { status: 409 },
    });
  });
});

describe('staff', () => {
  test.each([
    ['pin-code', ['issuePinCode', { id, reason }]],
    ['confirmation-code', ['issueConfirmationCode', { id, reason, withoutContract: false }]],
  ])('read a code out of the answer itself, which leads to no other page: %s', async (path, call) => {
    const { answer, done } = await post(path, { reason });
    expect(answer).toMatchObject({ data: { kind: 'code', ...code }, init: { status: 200 } });
    expect(done).toEqual([call]);
  });

  test('say that they know of no contract by a box', async () => {
    const { done } = await post('confirmation-code', { reason, 'without-contract': 'on' });
    expect(done).toEqual([['issueConfirmationCode', { id, reason, withoutContract: true }]]);
  });

  test.each([
    ['', null],
    ['Dana Example', 'Dana Example'],
  ])('correct the name that the form came with: %j', async (was, known) => {
    const { done } = await post('correct-name', {
      reason,
      was,
      'first-name': ' Dana ',
      'last-name': 'Rivera',
    });
    expect(done).toEqual([
      ['correctName', { id, reason, firstName: 'Dana', lastName: 'Rivera', was: known }],
    ]);
  });

  test.each([
    ['reopen', 'login-reopened', `/admin/client/${id}`],
    ['end-sessions', 'client-signed-out', `/admin/client/${id}`],
    ['free-number', 'login-freed', '/admin/dashboard'],
    ['close', 'client-closed', '/admin/dashboard'],
  ])('read what was done on a page that there still is: %s', async (path, notice, next) => {
    const fields = { reason, sure: 'yes', 'first-name': 'Dana', 'last-name': 'Rivera' };
    const { answer, cookies, done } = await post(path, fields);
    expect(done).toHaveLength(1);
    expect((answer as Response).headers.get('location')).toBe(next);
    expect(takeNotice({ cookies })).toBe(notice);
  });
});
