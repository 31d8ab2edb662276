import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountLimits } from '#api/accounts/limits.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type KnownBrowserRule, platformLimits, type Rule } from '#api/platform/limits/rules.ts';
import { empty, openDeps } from '../../tests/setup/deps.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'limits'));
afterAll(() => deps.close());

const isForKnownBrowsers = (rule: Rule): rule is KnownBrowserRule => 'perKnownBrowser' in rule;

describe('stored counters of all limits', () => {
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
      'clientDownload:address',
      'clientDownload:wide',
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
      'resumeByAddress:address',
      'resumeByAddress:wide',
      'resumeByCode:address',
      'resumeByCode:wide',
      'resumeLinkEmail:address',
      'resumeLinkEmail:wide',
      'resumeMail:address',
      'resumeMail:wide',
      'staffAlert:address',
      'staffAlert:wide',
      'staffCode:address',
      'staffCode:address1',
      'staffCode:wide',
      'staffCode:wide1',
      'staffExport:address',
      'staffExport:wide',
      'staffPassword:address',
      'staffPassword:wide',
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
