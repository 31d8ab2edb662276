import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { action } from './reveal-dialog.tsx';

const id = '4a1d6c3e-0000-4000-8000-0123456789ab';
const reason = 'To fill in the application';
const noReason = 'Give the reason, in at least 5 characters';

/** What the dialog posts. What it does needs a database; here it is noted, or refused as a test says. */
function visit(path: string, fields: Record<string, string>, refusal?: Error) {
  const done: [string, unknown][] = [];
  const note = (verb: string, answer?: unknown) => async (input: unknown) => {
    done.push([verb, input]);
    if (refusal) throw refusal;
    return answer;
  };
  const url = new URL(`https://office.test/admin/${path}`);
  const api = {
    staff: { requireForm: async () => {} },
    clients: { revealSsn: note('clients.revealSsn', { ssn: '219091234' }) },
    contracts: { revealSsn: note('contracts.revealSsn', { ssn: '219091234' }) },
  };
  const site = { api, cookies: new CookieJar(undefined, false), posted: true };
  const context = new RouterContextProvider();
  context.set(siteContext, site as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
  return { page: { request, url, context }, done };
}

const refusedWith = (errors: Record<string, string>) => ({ data: { errors }, init: { status: 400 } });

describe('the dialog that shows a whole Social Security number', () => {
  async function post(path: string, fields: Record<string, string>, refusal?: Error) {
    const { page, done } = visit(path, fields, refusal);
    const pattern = '/admin/client/:id/reveal';
    return { answer: await action({ ...page, params: { id }, pattern }), done };
  }

  test('shows nothing without a reason, and nothing that was refused', async () => {
    const without = await post(`client/${id}/reveal`, { reason: 'no' });
    expect(without.answer).toMatchObject(refusedWith({ reason: noReason }));
    expect(without.done).toEqual([]);
    const refusal = new DomainError('forbidden', 'First confirm that it is you.');
    const { answer } = await post(`client/${id}/reveal`, { reason }, refusal);
    expect(answer).toMatchObject({ data: { kind: 'refused', reason }, init: { status: 403 } });
  });

  test.each([
    [`client/${id}`, 'clients.revealSsn'],
    [`contracts/${id}`, 'contracts.revealSsn'],
  ])('shows it for a minute, and then leaves for the record: %s', async (under, procedure) => {
    const { answer, done } = await post(`${under}/reveal`, { reason });
    expect(done).toEqual([[procedure, { id, reason }]]);
    expect(answer).toMatchObject({
      data: { kind: 'shown', ssn: '219091234' },
      init: { headers: { refresh: `60; url=/admin/${under}` } },
    });
  });
});
