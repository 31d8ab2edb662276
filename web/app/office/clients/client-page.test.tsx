import type { StaffRole } from '@claimdesk/api/staff-roles';
import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import ClientPage from './client.tsx';
import PrintClient from './print.tsx';

type Client = Outputs['clients']['detail'];

const id = '4a1d6c3e-0000-4000-8000-0123456789ab';
const at = '2026-07-01T12:00:00.000Z';
const client: Client = {
  id,
  name: null,
  nameFrom: null,
  ssn: '***-**-1234',
  dateOfBirth: '4/12/1958',
  registeredAt: at,
  isSample: false,
  confirmBy: null,
  hasContract: false,
  claimNews: 'no-address',
  lastSignInAt: null,
  entered: {
    'mailing-address': [],
    'phone-number': [],
    'email-address': [],
    'emergency-contact': [],
    'medical-facility': [],
    'medical-treatment': [],
  },
  consents: [],
  agencyNotices: [],
  mailingAddresses: [],
  lettersTo: null,
  phones: [],
  emails: [],
  documents: [],
  separateRecords: [],
  differentContracts: [],
  evaluations: [],
  possibleEvaluations: [],
  similarContracts: [],
  similarClients: [],
  moreContracts: false,
  accountName: { whole: null, first: null, last: null },
  matters: [],
  changes: [],
};
const notes: Outputs['clients']['notes']['rows'] = [
  {
    id: 'n1',
    key: 'a-key',
    text: 'Called from work.',
    who: 'Robin Example',
    at,
    editedAt: null,
    corrects: null,
    mayEdit: true,
  },
];

const route = '/admin/client/:id';

function html(more: Partial<Client> = {}, role: StaffRole = 'admin'): string {
  const answers = {
    'clients.detail': { ...client, ...more },
    'clients.claim': [],
    'clients.documents': [],
    'clients.notes': { rows: notes, next: null },
  };
  return renderOffice(ClientPage, `/admin/client/${id}`, { answers, role, route });
}

/** @returns the dialogs that the page leads to. */
const dialogs = (markup: string) =>
  [...markup.matchAll(new RegExp(`href="/admin/client/${id}/([\\w/-]+)"`, 'g'))].map(([, path = '']) => path);

describe('the page of a client', () => {
  test('offers no change to those who may only look', () => {
    expect(dialogs(html({}, 'read_only'))).toEqual(['timeline', 'print']);
    expect(html({}, 'read_only')).not.toMatch(/What you can do|Who opened this record/);
  });

  test('leads to the audit log those who may read it', () => {
    expect(html({}, 'reviewer')).not.toContain('Who opened this record');
    expect(html()).toContain(`href="/admin/audit?record=${id}"`);
  });

  test('offers a confirmation code only while the account is not confirmed', () => {
    expect(dialogs(html())).not.toContain('confirmation-code');
    expect(dialogs(html({ confirmBy: at }))).toContain('confirmation-code');
  });

  test.each([
    ['admin', 'a code from you.'],
    ['read_only', 'a code from a colleague.'],
  ] as const)('says when the account ends, and who can help: %s', (role, words) => {
    const markup = html({ confirmBy: at }, role);
    expect(markup).toContain(`The account ends on July 1, 2026 unless the client confirms it with ${words}`);
    expect(html({}, role)).not.toContain('The account ends on');
  });

  test('has the name of the contract while the account has none, and says so', () => {
    const nameFrom = { id: 'c'.repeat(24), reference: 'K7QH-M9XC', signedAt: at };
    const markup = html({ name: 'Dana Rivera', nameFrom });
    expect(markup).toContain('<h1>Dana Rivera</h1>');
    expect(markup).toContain('. The account itself has no name.');
    expect(html()).toContain('<h1>Client</h1>');
  });

  test('says what staff did about the login, with the reason', () => {
    expect(html()).toContain('Nothing has been changed yet.');
    const change = { id: '1', change: 'freed', who: 'Robin Example', reason: 'Somebody else', at } as const;
    const markup = html({ changes: [change] });
    for (const words of ['Number freed', 'Robin Example', 'Somebody else', '7/1/2026, 8:00 AM'])
      expect(markup).toContain(words);
  });
});

test('the printed record has everything and offers nothing, also to an administrator', () => {
  const printed = { claim: [], documents: [], notes, events: [], isCut: false, firmName: 'Test Firm' };
  const loaded = { ...printed, client: { ...client, confirmBy: at }, printedBy: null, printedAt: at };
  const markup = renderOffice(PrintClient, `/admin/client/${id}`, { loaded, route });
  expect(markup).toContain(
    'Test Firm. Confidential. Printed by an account that was deleted on <time dateTime="2026-07-01T12:00:00.000Z">7/1/2026, 8:00 AM Eastern time</time>.',
  );
  for (const section of ['Information', 'Claim', 'Documents', 'Notes', 'Timeline'])
    expect(markup).toContain(`<h2>${section}</h2>`);
  expect(markup).toContain('Called from work.');
  expect(dialogs(markup)).toEqual([]);
});
