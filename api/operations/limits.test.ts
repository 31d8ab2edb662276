import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountLimits } from '#api/accounts/limits.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readEmails } from '#api/platform/email/fixtures/read-emails.ts';
import { formatWait } from '#api/platform/limits/format-wait.ts';
import { type KnownBrowserRule, platformLimits, type Rule } from '#api/platform/limits/rules.ts';
import { codes, refusal } from '../../tests/setup/clients.ts';
import { empty, openDeps } from '../../tests/setup/deps.ts';

const isForKnownBrowsers = (rule: Rule): rule is KnownBrowserRule => 'perKnownBrowser' in rule;

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  deps.jobs.start('mail', 'staff-notices');
});
beforeEach(() => empty(deps, 'limits', 'outbox'));
afterAll(() => deps.close());

const attempts = (count: number, ipOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => deps.limits.reserve(accountLimits.staffSignIn, ipOf(index)));

describe('a limit', () => {
  it('applies to one address: 5 of 50 at once, and then it says how long to wait', async () => {
    const all = await Promise.allSettled(attempts(50, () => '192.0.2.1'));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await deps.portal
      .collection('limits')
      .updateMany({ key: /^staffSignIn:address:/ }, { $set: { expire: new Date(Date.now() + 200_000) } });
    expect(await refusal(deps.limits.reserve(accountLimits.staffSignIn, '192.0.2.1'))).toMatchObject({
      code: 'too-many',
      message: 'Too many attempts. Please wait 4 minutes and try again.',
    });
  });

  it('applies to all of an IPv6 /48, however many of its networks are used', async () => {
    const all = await Promise.allSettled(attempts(60, (index) => `2001:db8:1:${index.toString(16)}::1`));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect((await deps.limits.reserve(accountLimits.staffSignIn, '2001:db8:2:1::1')).count).toBe(1);
  });

  it('also applies per day, after several quarter hours', async () => {
    for (let quarter = 0; quarter < 4; quarter += 1) {
      await Promise.all(attempts(5, () => '192.0.2.1'));
      await deps.portal.collection('limits').deleteMany({ key: /^staffSignIn:address:/ });
    }
    expect((await refusal(deps.limits.reserve(accountLimits.staffSignIn, '192.0.2.1')))?.message).toBe(
      'Too many attempts. Please wait 24 hours and try again.',
    );
  });

  it('does not count attempts that succeeded', async () => {
    for (let times = 0; times < 50; times += 1) {
      await (await deps.limits.reserve(accountLimits.staffSignIn, '2001:db8::1')).succeeded();
    }
    expect(await deps.limits.pressure(accountLimits.staffSignIn)).toBe('calm');
  });
});

describe('stored counters', () => {
  it('keep their names, so that an update forgets no attempt', async () => {
    const rules: Rule[] = [platformLimits, accountLimits, caseworkLimits].flatMap((area) =>
      Object.values(area),
    );
    for (const rule of rules) {
      await deps.limits.reserve(rule, '2001:db8::1');
      if (isForKnownBrowsers(rule)) await deps.limits.reserveForKnownBrowser(rule, 'a-known-browser');
    }
    const rows = await deps.portal.collection('limits').find().toArray();
    const names = new Set(rows.map(({ key }) => String(key).split(':').slice(0, 2).join(':')));
    expect([...names].sort()).toEqual([
      'beginDraft:address',
      'beginDraft:overall',
      'beginDraft:wide',
      'calendarAddress:address',
      'calendarAddress:wide',
      'clientDownload:address',
      'clientDownload:wide',
      'clientLetter:address',
      'clientLetter:wide',
      'clientRegistration:address',
      'clientRegistration:pressure',
      'clientRegistration:wide',
      'clientRegistrationOfSsn:address',
      'clientRegistrationOfSsn:wide',
      'clientSignIn:address',
      'clientSignIn:wide',
      'clientSignInKnown:address',
      'clientSignInUnderAttack:address',
      'clientSignInUnderAttack:wide',
      'clientUpload:address',
      'clientUpload:wide',
      'cmsSignIn:address',
      'cmsSignIn:address1',
      'cmsSignIn:pressure',
      'cmsSignIn:wide',
      'cmsSignIn:wide1',
      'cmsSignInKnown:address',
      'confirmationEmail:address',
      'confirmationEmail:wide',
      'contactChangedEmail:address',
      'contactChangedEmail:wide',
      'contractEmail:address',
      'contractEmail:wide',
      'emailVerification:address',
      'emailVerification:wide',
      'lastEmail:address',
      'lastEmail:wide',
      'ownCopy:address',
      'ownCopy:wide',
      'pinCodeEmail:address',
      'pinCodeEmail:wide',
      'pinCodeEmailKnown:address',
      'pinCodeRequest:address',
      'pinCodeRequest:wide',
      'profileChange:address',
      'profileChange:wide',
      'publicForm:address',
      'publicForm:wide',
      'refusedUpload:address',
      'refusedUpload:wide',
      'resumeByAddress:address',
      'resumeByAddress:wide',
      'resumeByCode:address',
      'resumeByCode:wide',
      'resumeLinkEmail:address',
      'resumeLinkEmail:wide',
      'resumeMail:address',
      'resumeMail:wide',
      'signInvitation:address',
      'signInvitation:wide',
      'staffAlert:address',
      'staffAlert:wide',
      'staffCode:address',
      'staffCode:address1',
      'staffCode:wide',
      'staffCode:wide1',
      'staffExport:address',
      'staffExport:wide',
      'staffPassword:address',
      'staffPassword:address1',
      'staffPassword:wide',
      'staffPassword:wide1',
      'staffReveal:address',
      'staffReveal:wide',
      'staffSignIn:address',
      'staffSignIn:address1',
      'staffSignIn:pressure',
      'staffSignIn:wide',
      'staffSignIn:wide1',
      'staffSignInKnown:address',
      'unconfirmedUpload:address',
      'unconfirmedUpload:wide',
      'unprovenForm:address',
      'unprovenForm:pressure',
      'unprovenForm:wide',
      'unprovenPinCodeRequest:address',
      'unprovenPinCodeRequest:wide',
      'unprovenRegistration:address',
      'unprovenRegistration:wide',
      'unverifiedNoticeEmail:address',
      'unverifiedNoticeEmail:wide',
      'verificationEmail:address',
      'verificationEmail:wide',
      'verify:address',
      'verify:wide',
    ]);
  });
});

describe('pressure across all networks', () => {
  it('becomes high and refuses no newcomer', async () => {
    await Promise.all(attempts(29, (index) => `192.0.2.${index}`));
    expect(await deps.limits.pressure(accountLimits.staffSignIn)).toBe('calm');
    await deps.limits.reserve(accountLimits.staffSignIn, '192.0.2.200');
    expect(await deps.limits.pressure(accountLimits.staffSignIn)).toBe('high');
    expect(await codes(attempts(100, (index) => `198.51.100.${index}`))).toEqual({ done: 100 });
    expect(await deps.limits.pressure(accountLimits.cmsSignIn)).toBe('calm');
  });

  it('notifies staff by one email an hour of each kind, which names nobody', async () => {
    const emails = async () =>
      (await readEmails(deps.settings.DATA_DIR)).filter(
        ({ subject }) => subject === 'Many failed logins to the CMS',
      );
    const before = (await emails()).length;
    const fail = (first: number, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          deps.limits.reserve(accountLimits.cmsSignIn, `192.0.2.${first + at}`),
        ),
      );
    await fail(0, 60);
    await expect.poll(emails).toHaveLength(before + 1);
    await fail(100, 20);
    const email = (await emails())[before];
    expect(email?.to).toMatchObject([{ address: 'staff@claimdesk.example' }]);
    expect(email?.text).toContain('Nobody is locked out.');
    const row = { key: /^staffAlert:/, points: { $gte: 30 } };
    await expect.poll(() => deps.portal.collection('limits').countDocuments(row)).toBe(1);
    expect(await emails()).toHaveLength(before + 1);
  });
});

describe('a wait is shown', () => {
  it.each([
    [1, '1 second'],
    [1_001, '2 seconds'],
    [59_001, '1 minute'],
    [60_001, '2 minutes'],
    [899_000, '15 minutes'],
    [3_599_000, '1 hour'],
    [86_399_000, '24 hours'],
  ])('of %d ms as %s', (ms, words) => {
    expect(formatWait(ms)).toBe(words);
  });
});
