import type { StaffRole } from '@claimdesk/api/staff-roles';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PermissionsContext } from '#web/app/office/permissions.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { permissionsOf } from '#web/testing/permissions.ts';
import { ClientClaim } from './client-claim.tsx';

type Claim = Outputs['clients']['claim'][number];

const filed: Claim = {
  id: '0123456789abcdef01234567',
  version: 1,
  step: 'filed',
  since: '2026-01-05',
  needed: null,
  note: null,
  next: null,
  isNextOver: false,
  who: 'Robin Example',
  at: '2026-01-06T04:30:00.000Z',
};

interface Shown {
  confirmBy?: string | null;
  role?: StaffRole;
}

function html(history: Claim[], { confirmBy = null, role = 'reviewer' }: Shown = {}): string {
  const client = { id: '4a1d6c3e-0000-4000-8000-0123456789ab', confirmBy };
  const Page = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <PermissionsContext value={permissionsOf(role)}>
          <ClientClaim client={client} history={history} />
        </PermissionsContext>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page initialEntries={[`/admin/client/${client.id}`]} />);
}

/** @returns what the page says under a label. */
function fact(markup: string, label: string): string | undefined {
  return new RegExp(`<dt>${label}</dt><dd[^>]*>(.*?)</dd>`).exec(markup)?.[1];
}

test('a claim of which nothing is set says so', () => {
  expect(html([])).toContain('Nothing is set yet. The portal shows what usually comes first.');
});

test('whoever may only look reads the claim and is offered no update', () => {
  expect(html([filed], { role: 'read_only' })).toContain('Filed, since January 5, 2026');
  expect(html([filed], { role: 'read_only' })).not.toContain('Update the claim');
  expect(html([filed])).toContain('Update the claim');
});

test('nobody is told that the client sees it before the account is confirmed', () => {
  const words = 'The client sees it once the account is confirmed.';
  expect(html([filed], { confirmBy: '2026-02-01T00:00:00.000Z' })).toContain(words);
  expect(html([filed])).not.toContain(words);
});

describe('the next date of a claim', () => {
  const hearing = { kind: 'hearing', day: '2027-01-14', time: '13:30' } as const;

  test('is none where there is none', () => {
    expect(fact(html([filed]), 'Next date')).toBe('None');
    expect(fact(html([filed]), 'Past date')).toBeUndefined();
  });

  test('is a past date once its day is over', () => {
    const markup = html([{ ...filed, next: hearing, isNextOver: true }]);
    expect(fact(markup, 'Next date')).toBe('None');
    expect(fact(markup, 'Past date')).toContain('Thursday, January 14, 2027');
  });

  test.each([
    ['13:30', ', at 1:30 PM Eastern time'],
    ['00:05', ', at 12:05 AM Eastern time'],
    ['12:00', ', at 12:00 PM Eastern time'],
    [null, ''],
  ])('has its time as a clock shows it: %j', (time, words) => {
    expect(fact(html([{ ...filed, next: { ...hearing, time } }]), 'Next date')).toBe(
      `Hearing: Thursday, January 14, 2027${words}`,
    );
  });
});

test('what is needed and noted is there, or that it is nothing', () => {
  expect(fact(html([filed]), 'Needed from the client')).toBe('Nothing');
  expect(fact(html([filed]), 'Note for the client')).toBe('None');
  const markup = html([{ ...filed, needed: 'Letters of May', note: 'Call us <b>' }]);
  expect(fact(markup, 'Needed from the client')).toBe('Letters of May');
  expect(fact(markup, 'Note for the client')).toBe('Call us &lt;b&gt;');
});

describe('the history of a claim', () => {
  const older: Claim = { ...filed, id: 'a'.repeat(24), step: 'records-requested', who: null, version: 0 };

  test('is not there for a single update', () => {
    expect(html([filed])).not.toContain('Claim history');
  });

  test('has each update with who made it, also by an account that was deleted', () => {
    const markup = html([{ ...filed, needed: 'Letters of May', note: 'Call us' }, older]);
    expect(markup).toContain('Claim history (2 updates)');
    expect(markup).toContain('Needed: Letters of May. Call us');
    expect(markup).toContain('An account that was deleted');
    expect(markup).toContain('1/5/2026, 11:30 PM');
  });
});
