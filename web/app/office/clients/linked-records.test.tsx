import type { StaffRole } from '@claimdesk/api/staff-roles';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PermissionsContext } from '#web/app/office/permissions.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { permissionsOf } from '#web/testing/permissions.ts';
import { Contracts, Evaluations, PossibleDuplicates } from './linked-records.tsx';

type Client = Outputs['clients']['detail'];

const at = '2026-03-03T04:59:00.000Z';
const contract = { id: 'c'.repeat(24), reference: 'K7QH-M9XC', signedAt: at };
const evaluation = {
  id: 'e'.repeat(24),
  reference: 'W3PT-R8DF',
  submittedAt: at,
  status: 'pending',
} as const;
const link: Client['separateRecords'][number] = {
  id: '1',
  kind: 'contract',
  record: contract.id,
  reference: contract.reference,
  state: 'linked',
  reason: 'Told us the reference on the phone',
  who: 'Robin Example',
  at,
};

/** Of a client about whom nothing is in doubt: what these parts read. */
const nobody = {
  id: '4a1d6c3e-0000-4000-8000-0123456789ab',
  name: 'Canaria Testwright',
  accountName: { whole: 'Canaria Testwright', first: 'Canaria', last: 'Testwright' },
  documents: [],
  differentContracts: [],
  similarContracts: [],
  similarClients: [],
  separateRecords: [],
  evaluations: [],
  possibleEvaluations: [],
  moreContracts: false,
} satisfies Partial<Client>;

function html(
  Part: typeof Contracts | typeof Evaluations | typeof PossibleDuplicates,
  more: Partial<Client> = {},
  role: StaffRole = 'reviewer',
): string {
  const client = { ...nobody, ...more } as Client;
  const Page = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <PermissionsContext value={permissionsOf(role)}>
          <Part client={client} />
        </PermissionsContext>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page initialEntries={[`/admin/client/${client.id}`]} />);
}

/** @returns what staff are offered to decide about records. */
const offered = (markup: string) =>
  [...markup.matchAll(/>((?:This|Not this) client’s)</g)].map(([, name]) => name);

describe('the contracts of a client', () => {
  const unlinked = { contract, link: null, size: 1024 };

  test('are linked by nobody who may only look', () => {
    const markup = html(Contracts, { documents: [unlinked] }, 'read_only');
    expect(markup).toContain('Contract K7QH-M9XC');
    expect(markup).not.toContain('Link a contract');
    expect(offered(markup)).toEqual([]);
  });

  test('may be somebody else’s until staff have linked them', () => {
    const markup = html(Contracts, { documents: [unlinked] });
    expect(markup).toContain('anybody who knows them could have signed');
    expect(offered(markup)).toEqual(['This client’s', 'Not this client’s']);
  });

  test('say who linked them, when and why, and can be taken away again', () => {
    const markup = html(Contracts, { documents: [{ ...unlinked, link }] });
    expect(markup).toContain('Linked by Robin Example on March 2, 2026: Told us the reference on the phone');
    expect(offered(markup)).toEqual(['Not this client’s']);
  });

  test('say so when there are none, and while the PDF is made', () => {
    expect(html(Contracts)).toContain('No contracts yet.');
    const markup = html(Contracts, { documents: [{ ...unlinked, size: null }] });
    expect(markup).toContain('Signed, the PDF is being made');
  });
});

describe('the case evaluations of a client', () => {
  test('say so when none is linked and none may be theirs', () => {
    expect(html(Evaluations)).toContain('none has this client’s phone number or email address');
  });

  test('that may be theirs say what agrees', () => {
    const possible = { possibleEvaluations: [{ ...evaluation, agrees: ['phone' as const] }] };
    expect(html(Evaluations, possible)).toContain('same phone number, another name');
    expect(html(Evaluations, { ...possible, name: null })).toContain(
      'same phone number, the account has no name',
    );
    expect(offered(html(Evaluations, possible))).toEqual(['This client’s', 'Not this client’s']);
  });

  test('that are linked say who did', () => {
    const markup = html(Evaluations, { evaluations: [{ ...evaluation, link: { ...link, who: null } }] });
    expect(markup).toContain('Linked by an account that was deleted on March 2, 2026');
    expect(offered(markup)).toEqual(['Not this client’s']);
  });
});

describe('possible duplicates', () => {
  const doubt = 'A contract with this Social Security number has a different name or date of birth.';

  test('are contracts with the number whose name or date of birth differs', () => {
    const markup = html(PossibleDuplicates, { differentContracts: [contract] });
    expect(markup).toContain(doubt);
    expect(markup).not.toContain('No other account has this Social Security number.');
    expect(offered(markup)).toEqual(['This client’s', 'Not this client’s']);
  });

  test('may be among more contracts than were compared', () => {
    const markup = html(PossibleDuplicates, { moreContracts: true });
    expect(markup).toContain('Only the newest were compared.');
    expect(markup).not.toContain(doubt);
  });

  test.each([
    [1, 'One contract with this number is not linked to the client'],
    [2, '2 contracts with this number are not linked to the client'],
  ])('are none, but %d contracts wait for a decision', (count, words) => {
    const documents = Array.from({ length: count }, (_, index) => ({
      ...{ contract: { ...contract, id: `${index}`.repeat(24) }, link: null, size: null },
    }));
    expect(html(PossibleDuplicates, { documents })).toContain(words);
    expect(html(PossibleDuplicates)).not.toContain('linked to the client');
  });

  test('are compared by name only where the account has one', () => {
    const accountName = { whole: null, first: null, last: null };
    expect(html(PossibleDuplicates, { accountName })).toContain('The account has no name.');
    expect(html(PossibleDuplicates)).toContain('No contract with it has another name or date of birth');
  });

  test('that staff decided about are kept with the reason, and can be linked again', () => {
    const markup = html(PossibleDuplicates, { separateRecords: [{ ...link, state: 'separate' }] });
    expect(markup).toContain('Not this client’s (1)');
    expect(markup).toContain('Decided by Robin Example on March 2, 2026');
    expect(offered(markup)).toEqual(['This client’s']);
  });
});
