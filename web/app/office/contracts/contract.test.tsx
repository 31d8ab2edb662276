import type { StaffRole } from '@claimdesk/api/staff-roles';
import { describe, expect, test } from 'vitest';
import { presentForm } from '#web/app/office/open-form.server.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import Contract from './contract.tsx';
import CountersignDialog from './countersign-dialog.tsx';

type Signed = Outputs['contracts']['detail'];
type Doubt = NonNullable<Signed['doubt']>;

const contract: Signed = {
  id: '0123456789abcdef01234567',
  name: 'Canaria Testwright',
  reference: 'K7QH-M9XC',
  signedAt: '2026-07-01T12:00:00.000Z',
  phone: '(201) 555-0147',
  state: 'NJ',
  sections: [
    {
      id: 'about-you',
      title: 'About you',
      answers: [
        { field: 'ssn', question: 'Social Security number', value: '***-**-7391' },
        { field: 'city', question: 'City', value: 'Newark' },
      ],
    },
  ],
  evidence: [{ label: 'Network address', value: '203.0.113.9' }],
  isSample: false,
  unprintable: [],
  countersigned: null,
  countersigning: [],
  afterSigning: null,
  signsAs: null,
  representative: 'Robin Example',
  matter: 'M-26-0412',
  unfiledAt: null,
  fingerprint: null,
  countersignedFingerprint: null,
  client: null,
  doubt: null,
};

function html(more: Partial<Signed> = {}, role: StaffRole = 'admin'): string {
  const answers = { 'contracts.detail': { ...contract, ...more } };
  return renderOffice(Contract, `/admin/contracts/${contract.id}`, {
    answers,
    role,
    route: '/admin/contracts/:id',
  });
}

describe('a signed contract', () => {
  test.each([
    ['read_only', false, false],
    ['reviewer', true, false],
    ['admin', true, true],
  ] as const)('is revealed and deleted by those who may: %s', (role, mayReveal, mayDelete) => {
    const markup = html({}, role);
    expect(markup.includes(`/${contract.id}/reveal"`)).toBe(mayReveal);
    expect(markup.includes(`/${contract.id}/delete"`)).toBe(mayDelete);
  });

  test('is revealed beside the Social Security number, and nowhere else', () => {
    expect(html().match(/\/reveal"/g)).toHaveLength(1);
    expect(html()).toMatch(/\*\*\*-\*\*-7391 <a[^>]*\/reveal"/);
  });

  test('is headed by its signer with the reference beneath, leads to its matter, and has no name in its title', () => {
    const markup = html();
    expect(markup).toContain('<h1>Canaria Testwright</h1>');
    expect(markup).toMatch(/Contract K7QH-M9XC, <a href="\/admin\/matters\/M-26-0412"[^>]*>matter M-26-0412/);
    expect(markup).toContain('<title>Contract K7QH-M9XC | Back office</title>');
    expect(html({ matter: null })).not.toContain('/admin/matters/');
  });

  test('has headings in the words of the office, and of parts that it does not know those of the form', () => {
    expect(html()).toContain('<h2>About the signer</h2>');
    const own = { id: 'own-step', title: 'What else', answers: [] };
    expect(html({ sections: [own] })).toContain('<h2>What else</h2>');
  });

  test('says who signed it, when and how, before its PDF is made', () => {
    const markup = html();
    expect(markup).toContain('7/1/2026, 8:00 AM Eastern time');
    expect(markup).toContain('203.0.113.9');
    expect(markup).toContain('The PDF is being made');
  });

  test('has a fingerprint in groups that can be read out', () => {
    expect(html({ fingerprint: '0123456789abcdef' })).toContain('01234567 89abcdef');
  });
});

describe('the signature of the representative', () => {
  const countersign = `/${contract.id}/countersign"`;
  const rows = [{ label: 'Representative', value: 'Robin Example' }];

  test('is given by representatives who may change things, and by nobody else', () => {
    expect(html()).not.toContain(countersign);
    expect(html({ signsAs: 'Robin Example' }, 'read_only')).not.toContain(countersign);
    expect(html({ signsAs: 'Robin Example' }, 'reviewer')).toContain(countersign);
  });

  test('is missing, or stands with how it was given and both files', () => {
    expect(html()).toContain('Not countersigned here.');
    expect(html()).not.toContain('/pdf?first');
    const countersigned = { name: 'Robin Q. Example', at: '2026-07-03T12:00:00.000Z' };
    const fingerprint = { countersignedFingerprint: '0123456789abcdef' };
    const markup = html({ countersigned, countersigning: rows, ...fingerprint });
    expect(markup).not.toContain('Not countersigned');
    expect(markup.replace(/<[^>]*>/g, '')).toContain(
      'Countersigned by Robin Q. Example on 7/3/2026, 8:00 AM Eastern time.',
    );
    for (const part of ['How the representative signed', '01234567 89abcdef', '/pdf?first'])
      expect(markup).toContain(part);
  });

  test('is given under what the contract says of the representative, in the words of the office', () => {
    const dialog = (representative: string | null) =>
      renderOffice(CountersignDialog, `/admin/contracts/${contract.id}/countersign`, {
        answers: { 'contracts.detail': { ...contract, signsAs: 'Robin Q. Example', representative } },
        loaded: presentForm('countersignature'),
        route: '/admin/contracts/:id/countersign',
      });
    expect(dialog('Robin Example')).toContain('Robin Example');
    expect(dialog(null)).toContain('Nobody is named yet');
  });

  test('leads on to the next one that waits, or back to the desk, and only representatives who may sign', () => {
    const next = 'f'.repeat(24);
    const link = `href="/admin/contracts/${next}/countersign"`;
    expect(html({ afterSigning: { next } }, 'reviewer')).toContain(link);
    expect(html({ afterSigning: { next } }, 'reviewer')).toContain('href="/admin/sign-desk"');
    expect(html({ afterSigning: { next: null } }, 'reviewer')).toContain('No other contract waits.');
    for (const markup of [html(), html({ afterSigning: { next } }, 'read_only')])
      expect(markup).not.toContain('href="/admin/sign-desk"');
  });

  test('leads to filing, which is urgent in words from reconsideration on', () => {
    expect(html()).toContain(`/${contract.id}/ssa-1696"`);
    expect(html()).not.toContain('Not filed');
    expect(html({ unfiledAt: 'council' })).toContain(
      'SSA-1696 and fee agreement not filed: needed before a favorable decision, and the claim is at the Appeals Council',
    );
  });
});

describe('whose a contract is', () => {
  const doubt: Doubt = { client: 'c1', differs: ['name', 'dateOfBirth'] };

  test('is not said where nobody with its number is registered', () => {
    expect(html()).not.toContain('/admin/client/');
  });

  test('is in doubt where something differs, which is named', () => {
    const markup = html({ doubt });
    expect(markup).toContain('has this Social Security number, but a different name and date of birth.');
    expect(markup).not.toContain('The signer is registered');
  });

  test('was said by staff although something differs', () => {
    const markup = html({ client: 'c1', doubt: { client: 'c1', differs: ['number'] } });
    expect(markup).toContain('although the account has a different Social Security number.');
  });

  test('is the client who is registered', () => {
    expect(html({ client: 'c1' })).toMatch(
      /<a href="\/admin\/client\/c1"[^>]*>client page of Canaria Testwright<\/a>/,
    );
  });
});
