import type { StaffRole } from '@claimdesk/api/staff-roles';
import { expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import NewAddresses from './new-addresses.tsx';

type Page = Outputs['clients']['newAddresses'];
type Row = Page['rows'][number];

const at = '2026-07-01T12:00:00.000Z';
const row: Row = {
  id: 'n1',
  client: {
    id: 'c1',
    name: 'Canaria Testwright',
    ssn: '***-**-1234',
    dateOfBirth: '4/12/1958',
    registeredAt: at,
    isSample: false,
  },
  madeAt: at,
  held: null,
};

interface Shown {
  cursor: string | null;
  page: Page | null;
}

function html({ cursor, page }: Shown, role: StaffRole = 'reviewer'): string {
  const answers = { 'clients.newAddresses': page };
  return renderOffice(NewAddresses, '/admin/new-addresses', { loaded: { cursor }, answers, role });
}

const shown = (rows: Row[], cursor: string | null = null): Shown => ({ cursor, page: { rows, next: null } });

test('a list that cannot be read says so', () => {
  expect(html({ cursor: null, page: null })).toContain('Failed to load new addresses');
});

test('an empty list says that all are told, and after its end that there are no newer ones', () => {
  expect(html(shown([]))).toContain('Social Security has been told about all of them.');
  expect(html(shown([], '17-a'))).toContain('There are no newer ones.');
});

test('those who may only look mark nothing as sent', () => {
  expect(html(shown([row]), 'read_only')).not.toContain('Mark as sent');
  expect(html(shown([row]))).toContain('href="/admin/client/c1/notices/n1/sent"');
});

test('an address that is held says why, and any other that it is not sent', () => {
  expect(html(shown([{ ...row, held: { why: 'unverified' } }]))).toContain(
    'Held: the account is not confirmed',
  );
  expect(html(shown([row]))).toContain('>Not sent yet</td>');
});

test('a client without a name is told apart by the end of the number', () => {
  const nameless = { ...row, client: { ...row.client, name: null } };
  expect(html(shown([nameless]))).toContain(
    'Name not known<span class="visually-hidden">, SSN ***-**-1234</span>',
  );
});
