import type { StaffRole } from '@claimdesk/api/staff-roles';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PermissionsContext } from '#web/app/office/permissions.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { permissionsOf } from '#web/testing/permissions.ts';
import { AgencyNotices, Entries, LettersTo } from './client-entries.tsx';

type Client = Outputs['clients']['detail'];
type Notice = Client['agencyNotices'][number];

const id = '4a1d6c3e-0000-4000-8000-0123456789ab';
const confirmBy = '2026-02-01T00:00:00.000Z';
const address = {
  id: 'a1',
  value: '12 Canary Lane\nNewark, NJ 07102',
  notes: [],
  at: '2026-01-05T16:00:00Z',
};

/** @param more all that the part under test reads of a client. */
const clientWith = (more: Partial<Client>) => ({ id, confirmBy: null, ...more }) as Client;
const entered = (entries: Client['entered']['mailing-address']) =>
  ({ 'mailing-address': entries }) as Client['entered'];

function html(element: React.ReactElement, role: StaffRole = 'reviewer'): string {
  const Page = createRoutesStub([
    {
      path: '*',
      Component: () => <PermissionsContext value={permissionsOf(role)}>{element}</PermissionsContext>,
    },
  ]);
  return renderToStaticMarkup(<Page initialEntries={[`/admin/client/${id}`]} />);
}

describe('where letters go', () => {
  const none: Client['entered']['mailing-address'] = [];

  test('is not said where there is no address', () => {
    expect(html(<LettersTo client={clientWith({ lettersTo: null, entered: entered(none) })} />)).toBe('');
  });

  test.each([
    [null, [address], confirmBy, 'Write to the address from the portal only once the account is confirmed.'],
    [
      'contract',
      [address],
      confirmBy,
      'Letters go to the address on the newest contract, because the account is not confirmed.',
    ],
    [
      'contract',
      none,
      null,
      'Letters go to the address on the newest contract, because the portal has none.',
    ],
    ['portal', [address], null, 'Letters go to the address from the portal.'],
  ] as const)('is said with the reason: %j', (lettersTo, entries, ends, sentence) => {
    const client = clientWith({ lettersTo, entered: entered([...entries]), confirmBy: ends });
    expect(html(<LettersTo client={client} />)).toBe(`<p>${sentence}</p>`);
  });
});

describe('what a client entered', () => {
  const entries = (client: Client) =>
    html(
      <Entries
        client={client}
        kind="mailing-address"
        title="Mailing addresses"
        none="No mailing addresses yet."
        entries={client.mailingAddresses}
      />,
    );

  test('is said to be missing only where the contracts have nothing either', () => {
    const from = { id: 'c'.repeat(24), reference: 'K7QH-M9XC', signedAt: '2026-03-03T04:00:00.000Z' };
    const none = { entered: entered([]) };
    expect(entries(clientWith({ ...none, mailingAddresses: [] }))).toContain('No mailing addresses yet.');
    const markup = entries(clientWith({ ...none, mailingAddresses: [{ value: '12 Canary Lane', from }] }));
    expect(markup).not.toContain('No mailing addresses yet.');
    expect(markup).toContain('contract signed on March 2, 2026');
  });

  test('says when, and that nobody has confirmed the account', () => {
    const notes = ['Primary', 'May get texts'];
    const client = clientWith({ entered: entered([{ ...address, notes }]), mailingAddresses: [] });
    expect(entries(client)).toContain('Primary. May get texts. Entered in the portal on January 5, 2026');
    expect(entries(client)).not.toContain('not confirmed');
    expect(entries({ ...client, confirmBy })).toContain(', by an account that is not confirmed');
  });
});

describe('a notice to Social Security', () => {
  const open: Notice = {
    id: '0123456789abcdef01234567',
    madeAt: '2026-01-05T16:00:00.000Z',
    sentAt: null,
    how: null,
    early: null,
    who: null,
    held: null,
  };
  const sent: Notice = { ...open, sentAt: '2026-01-07T16:00:00.000Z', how: 'letter', who: 'Robin Example' };
  const notices = (list: Notice[], role?: StaffRole) => html(<AgencyNotices id={id} notices={list} />, role);

  test('is not there before the client entered an address', () => {
    expect(notices([])).toBe('');
  });

  test('is marked by whoever may change records, and by nobody else', () => {
    expect(notices([open], 'read_only')).toContain('Not sent yet');
    expect(notices([open, sent], 'read_only')).not.toMatch(/Mark as sent|Not sent after all/);
    expect(notices([open])).toContain('Mark as sent');
  });

  test('says why it should wait', () => {
    expect(notices([{ ...open, held: { why: 'unverified' } }])).toContain(
      'Held: the account is not confirmed.',
    );
  });

  test.each([
    [{}, 'Told on January 7, 2026, by letter, by Robin Example'],
    [{ who: null }, 'Told on January 7, 2026, by letter, by an account that was deleted'],
    [{ how: 'their portal' }, 'on their website for representatives'],
    [{ early: 'call' }, ', before its hold ended: confirmed in a call'],
  ] as const)('that was sent says when, how and by whom: %j', (more, words) => {
    expect(notices([{ ...sent, ...more }])).toContain(words);
  });

  test('can be taken back only if it is the newest', () => {
    expect(notices([sent])).toContain('Not sent after all');
    expect(notices([open, sent])).not.toContain('Not sent after all');
  });
});
