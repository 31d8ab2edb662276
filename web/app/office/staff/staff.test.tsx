import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import StaffAccounts from './staff.tsx';

type Account = Outputs['staffAccounts']['list'][number];
type Rule = Outputs['staffAccounts']['twoStepRule'];

const account: Account = {
  id: 'a1',
  name: 'Robin Example',
  email: 'robin@example.com',
  role: 'reviewer',
  representativeName: null,
  representativeStatus: null,
  state: 'active',
  lastSignInAt: null,
  version: 0,
  own: false,
  shared: false,
  twoStep: false,
  passkeys: 0,
};
const shared: Account = { ...account, id: 's1', name: 'Shared password', email: null, shared: true };

const nobody: Rule = {
  admin: false,
  reviewer: false,
  read_only: false,
  cms_editor: false,
  cms_publisher: false,
  cms_admin: false,
  version: 0,
};

const html = (accounts: Account[], rule = nobody) =>
  renderOffice(StaffAccounts, '/admin/staff', {
    answers: { 'staffAccounts.list': accounts, 'staffAccounts.twoStepRule': rule },
  });

describe('the accounts of staff', () => {
  test('are neither disabled by oneself nor edited where they are the shared one', () => {
    const markup = html([{ ...account, own: true }, shared]);
    expect(markup).not.toMatch(/>(Disable|Enable)</);
    expect(markup).toContain('<span class="badge">You</span>');
    expect(markup).not.toContain('href="/admin/staff/s1');
  });

  test.each([
    ['invited', 'disable'],
    ['active', 'disable'],
    ['disabled', 'enable'],
  ] as const)('can be disabled, or enabled again: %s', (state, verb) => {
    expect(html([{ ...account, state }])).toContain(`href="/admin/staff/a1/${verb}"`);
  });

  test('say what they may do, and when they logged in last', () => {
    const markup = html([account, { ...account, id: 'a2', lastSignInAt: '2026-07-01T12:00:00.000Z' }]);
    for (const words of ['>Reviewer<', '>Active<', '>Never<', '7/1/2026, 8:00 AM'])
      expect(markup).toContain(words);
  });
});

describe('two-step login', () => {
  test('says of whom it is required, and leads to where that is changed', () => {
    expect(html([account])).toContain('Required of nobody. Everybody may turn it on.');
    const some = { ...nobody, reviewer: true, cms_publisher: true, cms_admin: true };
    const words = 'Required of reviewers, publishers of the CMS, and admins of the CMS.';
    expect(html([account], some)).toContain(words);
    expect(html([account])).toContain('href="/admin/staff/two-step"');
  });
});

describe('the shared password', () => {
  test('is not mentioned while it is off', () => {
    expect(html([account, { ...shared, state: 'disabled' }])).not.toContain('The shared password is on.');
  });

  test('is turned off by an account of one’s own only', () => {
    expect(html([shared])).toContain('href="/admin/staff/turn-off-shared-password"');
    const own = html([{ ...shared, own: true }]);
    expect(own).toContain('To turn it off, log in with an account of your own.');
    expect(own).not.toContain('turn-off-shared-password');
  });
});
