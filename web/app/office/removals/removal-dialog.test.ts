import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { takeNotice } from '#web/app/office/staff-request.server.ts';
import { action, loader } from './removal-dialog.tsx';

const id = '0123456789abcdef01234567';
const reason = 'The sender asked for it by phone';
const noReason = 'Give the reason, in at least 5 characters';
const noBox = 'Check the box, or keep the contract';

/** Posts the dialog. Deleting needs a database; here it is noted, or refused as a test says. */
async function post(path: string, fields: Record<string, string>, refusal?: Error) {
  const done: [string, unknown][] = [];
  const remove = (name: string) => ({
    remove: async (input: unknown) => {
      done.push([name, input]);
      if (refusal) throw refusal;
    },
  });
  const url = new URL(`https://office.test/admin/${path}`);
  const cookies = new CookieJar(undefined, false);
  const api = {
    staff: { requireForm: async () => {} },
    evaluations: remove('evaluations'),
    callRequests: remove('callRequests'),
    contracts: remove('contracts'),
  };
  const context = new RouterContextProvider();
  context.set(siteContext, { api, cookies, posted: true } as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
  const pattern = '/admin/contracts/:id/delete';
  const answer = await action({ request, url, context, params: { id }, pattern });
  return { answer, done, cookies };
}

describe('nothing is deleted', () => {
  test.each([
    [`case-evaluations/${id}/delete`, {}, { reason: noReason }],
    [`contracts/${id}/delete`, {}, { reason: noReason, 'not-represented': noBox }],
    [`contracts/${id}/delete`, { reason }, { 'not-represented': noBox }],
    [`contracts/${id}/delete`, { 'not-represented': 'on', reason: ' no ' }, { reason: noReason }],
  ])('where something is missing, which is named: %s with %j', async (path, fields, errors) => {
    const { answer, done } = await post(path, fields as Record<string, string>);
    expect(answer).toMatchObject({ init: { status: 400 } });
    expect('data' in answer && answer.data.errors).toEqual(errors);
    expect(done).toEqual([]);
  });

  test('where the server refuses it, and the reason and the box stay', async () => {
    const refusal = new DomainError('conflict', 'It belongs to a registered client.');
    const fields = { reason, 'not-represented': 'on' };
    const { answer } = await post(`contracts/${id}/delete`, fields, refusal);
    expect(answer).toMatchObject({
      data: { typed: { reason, notRepresented: true }, errors: { '': refusal.message } },
      init: { status: 409 },
    });
  });
});

test.each([
  ['case-evaluations', 'evaluations', { id, reason }],
  ['call-requests', 'callRequests', { id, reason }],
  ['contracts', 'contracts', { id, reason, notRepresented: true }],
])('a record is deleted, and its list with its filter comes next: %s', async (list, name, input) => {
  const fields = { reason: ` ${reason} `, 'not-represented': 'on' };
  const { answer, done, cookies } = await post(`${list}/${id}/delete?sort=oldest`, fields);
  expect(done).toEqual([[name, input]]);
  expect((answer as Response).headers.get('location')).toBe(`/admin/${list}?sort=oldest`);
  expect(takeNotice({ cookies })).toBe('record-removed');
});

describe('the question whether to delete a record', () => {
  /** Opens the dialog. The procedures, which need a database, answer as a test says. */
  function open(list: string, detail: () => Promise<object>) {
    const url = new URL(`https://office.test/admin/${list}/${id}/delete`);
    const api = {
      permissions: { require: async () => {} },
      evaluations: { detail },
      contracts: { detail },
    };
    const context = new RouterContextProvider();
    const site = { api, cookies: new CookieJar(undefined, false), posted: false };
    context.set(siteContext, site as unknown as SiteContext);
    return loader({
      request: new Request(url),
      url,
      context,
      params: { id },
      pattern: url.pathname as never,
    });
  }

  test.each(['not-found', 'bad-input'] as const)('is about nothing where there is none: %s', async (code) => {
    const refuse = () => Promise.reject(new DomainError(code, 'There is nothing at this address.'));
    expect(await open('case-evaluations', refuse)).toMatchObject({ data: null, init: { status: 404 } });
  });

  test('of a contract names the client whose it is, who keeps it', async () => {
    const answer = await open('contracts', async () => ({ reference: 'K7QH-M9XC', client: 'c1' }));
    expect(answer).toMatchObject({ data: { reference: 'K7QH-M9XC', keptFor: 'c1' }, init: { status: 200 } });
  });

  test('of any other record is asked whosever it is', async () => {
    const answer = await open('case-evaluations', async () => ({ reference: 'K7QH-M9XC', client: 'c1' }));
    expect(answer).toMatchObject({ data: { reference: 'K7QH-M9XC', keptFor: null } });
  });
});
