import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import { takeNotice } from '#web/app/office/staff-request.server.ts';
import { action as postAccess } from './access-dialog.tsx';
import { action as postAccount } from './account-dialog.tsx';
import { action as postInvitation } from './invite-dialog.tsx';

const id = '4a1d6c3e-0000-4000-8000-0123456789ab';
const typed = { name: 'Pat Example', email: 'pat@example.com', role: 'reviewer', version: '3' };

/** What a dialog posts. What it does needs a database; here it is noted, or refused as a test says. */
function visit(path: string, fields: Record<string, string>, refusal?: Error) {
  const done: [string, unknown][] = [];
  const note = (verb: string) => async (input: unknown) => {
    done.push([verb, input]);
    if (refusal) throw refusal;
  };
  const staffAccounts = {
    invite: note('invite'),
    change: note('change'),
    sendLink: note('sendLink'),
    endTwoStep: note('endTwoStep'),
    removePasskeys: note('removePasskeys'),
    disable: note('disable'),
    enable: note('enable'),
  };
  const url = new URL(`https://office.test/admin/staff/${path}`);
  const cookies = new CookieJar(undefined, false);
  const api = { staff: { requireForm: async () => {} }, staffAccounts };
  const context = new RouterContextProvider();
  context.set(siteContext, { api, cookies, posted: true } as unknown as SiteContext);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
  return { page: { request, url, context }, done, cookies };
}

describe('an invitation', () => {
  test('is not sent while something is missing, and what was typed stays', async () => {
    const { page, done } = visit('invite', { ...typed, role: '' });
    const answer = await postInvitation({ ...page, params: {}, pattern: '/admin/staff/invite' });
    expect(answer).toMatchObject({
      data: {
        typed: { name: 'Pat Example', email: 'pat@example.com', role: null },
        problem: { errors: { role: 'Choose what this person may do' } },
      },
      init: { status: 400 },
    });
    expect(done).toEqual([]);
  });

  test('that needs a confirmation says so, and what was typed stays', async () => {
    const refusal = new DomainError('forbidden', 'First confirm that it is you.', { reason: 'confirm' });
    const { page } = visit('invite', typed, refusal);
    const answer = await postInvitation({ ...page, params: {}, pattern: '/admin/staff/invite' });
    expect(answer).toMatchObject({
      data: { typed: { name: 'Pat Example' }, problem: { text: refusal.message }, isConflict: false },
      init: { status: 403 },
    });
  });

  test('is sent, and the list comes next', async () => {
    const { page, done, cookies } = visit('invite', typed);
    const answer = await postInvitation({ ...page, params: {}, pattern: '/admin/staff/invite' });
    const { version: _, ...invited } = typed;
    expect(done).toEqual([['invite', invited]]);
    expect((answer as Response).headers.get('location')).toBe('/admin/staff');
    expect(takeNotice({ cookies })).toBe('staff-invited');
  });
});

describe('an account', () => {
  const pattern = '/admin/staff/:id';

  test('is not saved without a name', async () => {
    const { page, done } = visit(id, { ...typed, name: ' ' });
    expect(await postAccount({ ...page, params: { id }, pattern })).toMatchObject({
      data: { problem: { errors: { name: 'Enter the name' } }, typed: { version: 3 } },
      init: { status: 400 },
    });
    expect(done).toEqual([]);
  });

  test.each([
    [{}, ['change', { id, version: 3, name: 'Pat Example', role: 'reviewer' }], 'staff-changed'],
    [{ do: 'send-link' }, ['sendLink', { id, version: 3 }], 'staff-link-sent'],
    [{ do: 'end-two-step' }, ['endTwoStep', { id, version: 3 }], 'staff-two-step-off'],
    [{ do: 'remove-passkeys' }, ['removePasskeys', { id, version: 3 }], 'staff-passkeys-removed'],
  ] as const)('is changed in the version that the page showed: %j', async (button, call, notice) => {
    const { page, done, cookies } = visit(id, { ...typed, ...(button as Record<string, string>) });
    await postAccount({ ...page, params: { id }, pattern });
    expect(done).toEqual([call]);
    expect(takeNotice({ cookies })).toBe(notice);
  });

  test.each([
    ['disable', 'staff-disabled'],
    ['enable', 'staff-enabled'],
  ] as const)('is disabled and enabled in the version that the page showed: %s', async (verb, notice) => {
    const { page, done, cookies } = visit(`${id}/${verb}`, { version: '3' });
    await postAccess({ ...page, params: { id }, pattern: '/admin/staff/:id/disable' });
    expect(done).toEqual([[verb, { id, version: 3 }]]);
    expect(takeNotice({ cookies })).toBe(notice);
  });

  test('that a colleague has changed is neither disabled nor enabled', async () => {
    const refusal = new DomainError('conflict', 'Somebody changed this account.');
    const { page } = visit(`${id}/disable`, { version: '2' }, refusal);
    expect(await postAccess({ ...page, params: { id }, pattern: '/admin/staff/:id/disable' })).toMatchObject({
      data: refusal.message,
      init: { status: 409 },
    });
  });
});
