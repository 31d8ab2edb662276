import type { StaffRole } from '@claimdesk/api/staff-roles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PermissionsContext } from '#web/app/office/permissions.tsx';
import { makeTrpcClient, trpc } from '#web/app/trpc.ts';
import { ToastProvider } from '#web/app/ui/components/toast.tsx';
import { permissionsOf } from '#web/testing/permissions.ts';
import Mail from './mail.tsx';

type Loaded = React.ComponentProps<typeof Mail>['loaderData'];
type Row = NonNullable<Loaded['page']>['rows'][number];

const row: Row = {
  id: 'm1',
  kind: 'Evaluation received',
  state: 'waiting',
  createdAt: '2026-07-01T12:00:00.000Z',
  attempts: 3,
  reason: 'The mail server could not be reached.',
  nextTryAt: '2026-07-01T13:00:00.000Z',
  deadAt: null,
};

function html(loaderData: Loaded, role: StaffRole = 'admin') {
  const Page = createRoutesStub([{ id: 'mail', path: '/admin/mail', Component: Mail }]);
  const hydrationData = { loaderData: { mail: loaderData } };
  const queries = new QueryClient();
  return renderToStaticMarkup(
    <trpc.Provider client={makeTrpcClient()} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <ToastProvider initial={null}>
          <PermissionsContext value={permissionsOf(role)}>
            <Page initialEntries={['/admin/mail']} hydrationData={hydrationData} />
          </PermissionsContext>
        </ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  );
}

const shown = (rows: Row[], more: Partial<Loaded> = {}): Loaded => ({
  cursor: null,
  page: { rows, next: null },
  ...more,
});

describe('the list of mail that was not sent', () => {
  test('that cannot be read says so, and can be tried again', () => {
    const markup = html({ cursor: null, page: null });
    expect(markup).toContain('Failed to load mail');
    expect(markup).toContain('Try again');
  });

  test('is empty as a whole, or only after its end', () => {
    expect(html(shown([]))).toContain('Nothing is stuck.');
    const markup = html(shown([], { cursor: '17-a' }));
    expect(markup).toContain('No newer mail is stuck.');
    expect(markup).toContain('Back to the oldest');
  });

  test('offers nothing to those who may only look', () => {
    const markup = html(shown([row, { ...row, id: 'm2' }]), 'read_only');
    expect(markup).toContain(row.reason);
    expect(markup).not.toContain('<button');
  });

  test('offers to try all again only where there are several', () => {
    expect(html(shown([row]))).not.toContain('Try all again now');
    expect(html(shown([row, { ...row, id: 'm2' }]))).toContain('Try all again now');
  });

  test.each<[Row['state'], string[]]>([
    ['waiting', ['Try again now', 'Give up']],
    ['dead', ['Try again now']],
    ['sending', []],
  ])('offers what its state allows: %s', (state, verbs) => {
    const markup = html(shown([{ ...row, state }]));
    expect([...markup.matchAll(/<button[^>]*>([^<]+)/g)].map(([, verb]) => verb)).toEqual(verbs);
  });

  test.each<[string, Partial<Row>]>([
    ['7/1/2026, 9:00 AM', {}],
    ['Being sent now', { state: 'sending' }],
    ['None: given up', { state: 'dead', nextTryAt: null, deadAt: row.createdAt }],
  ])('says when it is tried next: %s', (words, more) => {
    expect(html(shown([{ ...row, ...more }]))).toContain(words);
  });

  test('goes on', () => {
    const markup = html({ cursor: '17-a', page: { rows: [row], next: '18-b' } });
    expect(markup).toContain('<a class="button secondary" href="/admin/mail?cursor=18-b">Newer mail</a>');
  });
});
