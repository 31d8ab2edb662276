import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { action as postNotice } from './notice-dialog.tsx';
import { action as postUnmark } from './unmark-notice-dialog.tsx';

const id = '4a1d6c3e-0000-4000-8000-0123456789ab';
const notice = '0123456789abcdef01234567';
const reason = 'It was for another client';
const noReason = 'Give the reason, in at least 5 characters';

/** What a dialog posts. What it does needs a database; here it is noted, or refused as a test says. */
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
    profile: { markNoticeSent: note('markNoticeSent'), unmarkNoticeSent: note('unmarkNoticeSent') },
  };
  const site = { api, cookies: new CookieJar(undefined, false), posted: true };
  const context = new RouterContextProvider();
  context.set(siteContext, site as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
  return { page: { request, url, context }, done };
}

const refusedWith = (errors: Record<string, string>) => ({ data: { errors }, init: { status: 400 } });

describe('the dialog of a notice to Social Security', () => {
  const madeAt = '2026-01-05T16:00:00.000Z';
  const params = { id, notice };

  async function post(fields: Record<string, string>, refusal?: Error) {
    const { page, done } = visit(`client/${id}/notices/${notice}/sent`, fields, refusal);
    const pattern = '/admin/client/:id/notices/:notice/sent';
    return { answer: await postNotice({ ...page, params, pattern }), done };
  }

  test.each([{}, { how: 'phone' }, { how: 'constructor' }])('asks how they were told: %j', async (fields) => {
    const { answer, done } = await post(fields as Record<string, string>);
    expect(answer).toMatchObject(refusedWith({ letter: 'Choose how you told them' }));
    expect(done).toEqual([]);
  });

  test('says at its own question that a held notice needs a reason to be early', async () => {
    const early = 'Say how you know';
    const refusal = new DomainError('bad-input', early, { fields: { early } });
    expect((await post({ how: 'letter' }, refusal)).answer).toMatchObject(refusedWith({ call: early }));
  });

  test.each([
    [{}, {}],
    [{ early: 'call' }, { early: 'call' }],
    [{ early: 'made up' }, {}],
  ])('is about the address that it showed, with what is known: %j', async (fields, known) => {
    const { done } = await post({ how: 'letter', 'made-at': madeAt, ...fields } as Record<string, string>);
    expect(done).toEqual([['markNoticeSent', { id, notice, madeAt, how: 'letter', ...known }]]);
  });

  test('is taken back with a reason', async () => {
    const pattern = '/admin/client/:id/notices/:notice/not-sent';
    const without = visit(`client/${id}/notices/${notice}/not-sent`, { 'sent-at': madeAt });
    expect(await postUnmark({ ...without.page, params, pattern })).toMatchObject(
      refusedWith({ reason: noReason }),
    );
    const { page, done } = visit(`client/${id}/notices/${notice}/not-sent`, { 'sent-at': madeAt, reason });
    await postUnmark({ ...page, params, pattern });
    expect(done).toEqual([['unmarkNoticeSent', { id, notice, sentAt: madeAt, reason }]]);
  });
});
