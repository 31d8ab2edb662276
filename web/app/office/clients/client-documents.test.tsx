import type { StaffRole } from '@claimdesk/api/staff-roles';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PermissionsContext } from '#web/app/office/permissions.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { permissionsOf } from '#web/testing/permissions.ts';
import { ClientDocuments } from './client-documents.tsx';

type Upload = Outputs['clients']['documents'][number];
type FromClient = NonNullable<Upload['fromClient']>;

const id = '4a1d6c3e-0000-4000-8000-0123456789ab';
const file = `href="/admin/client/${id}/documents/0123456789abcdef01234567/file"`;

const upload: Upload = {
  id: '0123456789abcdef01234567',
  title: 'Filing of March',
  type: 'evidence-of-filing',
  ending: 'pdf',
  size: 1024,
  who: 'Robin Example',
  at: '2026-03-03T04:00:00.000Z',
  fromClient: null,
};

const fromClient: FromClient = {
  receipt: 'K7QH-M9XC',
  note: null,
  scan: 'clean',
  readiness: 'ready',
  copy: null,
  readAt: null,
  reader: null,
  handled: null,
};

const sent = (more: Partial<FromClient>): Upload => ({
  ...upload,
  who: null,
  fromClient: { ...fromClient, ...more },
});

interface Shown {
  contracts?: Outputs['clients']['detail']['documents'];
  isConfirmed?: boolean;
  role?: StaffRole;
}

function html(
  uploads: Upload[],
  { contracts = [], isConfirmed = true, role = 'reviewer' }: Shown = {},
): string {
  const Page = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <PermissionsContext value={permissionsOf(role)}>
          <ClientDocuments id={id} isConfirmed={isConfirmed} contracts={contracts} uploads={uploads} />
        </PermissionsContext>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page initialEntries={[`/admin/client/${id}`]} />);
}

describe('a document that a client sent', () => {
  test.each<[string, Partial<FromClient>]>([
    ['Being checked for viruses', { scan: 'pending' }],
    ['Locked: the virus scanner found something', { scan: 'infected' }],
    ['Being made ready to open', { readiness: 'preparing' }],
    ['Locked: we cannot read this PDF. Ask the client for a photo of each page', { readiness: 'unreadable' }],
  ])('cannot be opened: %s', (words, state) => {
    const markup = html([sent(state)]);
    expect(markup).toContain(words);
    expect(markup).not.toContain(file);
  });

  test.each<[string, Partial<FromClient>, boolean]>([
    ['waits for the scanner', { scan: 'pending' }, false],
    ['is being made ready', { readiness: 'preparing' }, false],
    ['can be opened', {}, false],
    ['was marked before', { scan: 'infected', handled: { at: upload.at, who: null } }, false],
    ['has a virus', { scan: 'infected' }, true],
    ['cannot be read', { readiness: 'unreadable' }, true],
  ])('is marked as handled only where it stays locked: it %s', (_why, state, isOffered) => {
    expect(html([sent(state)]).includes('Mark as handled')).toBe(isOffered);
  });

  test('is unread until somebody opens it, and then says who did', () => {
    expect(html([sent({})])).toContain('<strong>Unread</strong>');
    const markup = html([sent({ readAt: upload.at, reader: 'Kim Example' })]);
    expect(markup).toContain('Read by Kim Example');
    expect(markup).not.toContain('Unread');
  });

  test('that was read and is locked since says both', () => {
    const markup = html([sent({ readAt: upload.at, reader: null, scan: 'pending' })]);
    expect(markup).toContain('Read by an account that was deleted');
    expect(markup).toContain('<strong>Being checked for viruses</strong>');
  });

  test.each([
    [{ drawn: 20, pages: 31 }, 'Pictures of its first 20 pages; it has 31.'],
    [{ drawn: 3, pages: 3 }, 'Pictures of its pages.'],
  ])('that no scanner checked is opened as pictures: %j', (copy, words) => {
    expect(html([sent({ scan: 'none', copy })])).toContain(words);
  });

  test('is from nobody who is known as long as the account is not confirmed', () => {
    const words = 'By an account that is not confirmed';
    expect(html([sent({})], { isConfirmed: false })).toContain(words);
    expect(html([sent({})])).not.toContain(words);
    expect(html([upload], { isConfirmed: false })).not.toContain(words);
  });
});

test('whoever may only look opens documents, and is offered no change', () => {
  const markup = html([upload, sent({ scan: 'infected' })], { role: 'read_only' });
  expect(markup).toContain(file);
  expect(markup).not.toMatch(/Upload a document|Change|Delete|Mark as handled/);
});

test('a document of staff says its type, its size, its day in Eastern time and who uploaded it', () => {
  const markup = html([upload]);
  for (const words of ['Evidence of Filing, PDF', '1 KB', '3/2/2026', 'Robin Example'])
    expect(markup).toContain(words);
  expect(html([{ ...upload, who: null }])).toContain('An account that was deleted');
});

test('a contract is there before its PDF is made', () => {
  const contract = { id: 'c'.repeat(24), reference: 'K7QH-M9XC', signedAt: '2026-03-03T16:00:00.000Z' };
  const markup = html([], { contracts: [{ contract, link: null, size: null }] });
  expect(markup).toContain('Client contract K7QH-M9XC');
  expect(markup).toContain('The PDF is being made');
  expect(html([])).toContain('No documents yet.');
});
