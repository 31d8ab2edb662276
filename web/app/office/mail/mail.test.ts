import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { takeNotice } from '#web/app/office/staff-request.server.ts';
import { action } from './mail.tsx';

/** Posts a button. Sending mail needs a database; here it is noted, or refused as a test says. */
async function press(fields: Record<string, string>, refusal?: Error) {
  const done: [string, unknown?][] = [];
  const note = (verb: string) => async (input?: unknown) => {
    done.push(input === undefined ? [verb] : [verb, input]);
    if (refusal) throw refusal;
  };
  const failedEmails = { abandon: note('abandon'), retry: note('retry'), retryAll: note('retryAll') };
  const url = new URL('https://office.test/admin/mail?cursor=17-a');
  const cookies = new CookieJar(undefined, false);
  const api = { staff: { requireForm: async () => {} }, failedEmails };
  const context = new RouterContextProvider();
  context.set(siteContext, { api, cookies, posted: true } as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
  const answer = await action({ request, url, context, params: {}, pattern: '/admin/mail' });
  return { answer, done, cookies };
}

describe('a button of the list', () => {
  test('that is refused is answered in a sentence', async () => {
    const refusal = new DomainError('conflict', 'It is being sent now.');
    const { answer } = await press({ do: 'give-up', id: 'm1' }, refusal);
    expect(answer).toMatchObject({ data: 'It is being sent now.', init: { status: 409 } });
  });

  test.each([
    ['give-up', ['abandon', { id: 'm1' }], 'mail-given-up'],
    ['retry', ['retry', { id: 'm1' }], 'mail-retried'],
    ['retry-all', ['retryAll'], 'mail-retried'],
  ])('does what it says, and stays on its page: %s', async (verb, call, notice) => {
    const { answer, done, cookies } = await press({ do: verb, id: 'm1' });
    expect(done).toEqual([call]);
    expect((answer as Response).headers.get('location')).toBe('/admin/mail?cursor=17-a');
    expect(takeNotice({ cookies })).toBe(notice);
  });
});
