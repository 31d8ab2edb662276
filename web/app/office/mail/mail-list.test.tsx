import type { StaffRole } from '@claimdesk/api/staff-roles';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PermissionsContext } from '#web/app/office/permissions.tsx';
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

function html(loaderData: Loaded, { role = 'admin', refusal }: { role?: StaffRole; refusal?: string } = {}) {
  const Page = createRoutesStub([{ id: 'mail', path: '/admin/mail', Component: Mail }]);
  const hydrationData = {
    loaderData: { mail: loaderData },
    ...(refusal && { actionData: { mail: refusal } }),
  };
  return renderToStaticMarkup(
    <ToastProvider initial={null}>
      <PermissionsContext value={permissionsOf(role)}>
        <Page initialEntries={['/admin/mail']} hydrationData={hydrationData} />
      </PermissionsContext>
    </ToastProvider>,
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
    const markup = html(shown([row, { ...row, id: 'm2' }]), { role: 'read_only' });
    expect(markup).toContain(row.reason);
    expect(markup).not.toContain('<button');
  });

  test('offers to try all again only where there are several', () => {
    expect(html(shown([row]))).not.toContain('Try all again now');
    expect(html(shown([row, { ...row, id: 'm2' }]))).toContain('Try all again now');
  });

  test.each<[Row['state'], string[]]>([
    ['waiting', ['retry', 'give-up']],
    ['dead', ['retry']],
    ['sending', []],
  ])('offers what its state allows: %s', (state, verbs) => {
    const markup = html(shown([{ ...row, state }]));
    expect([...markup.matchAll(/<button[^>]*value="([^"]+)"/g)].map(([, verb]) => verb)).toEqual(verbs);
  });

  test.each<[string, Partial<Row>]>([
    ['7/1/2026, 9:00 AM', {}],
    ['Being sent now', { state: 'sending' }],
    ['None: given up', { state: 'dead', nextTryAt: null, deadAt: row.createdAt }],
  ])('says when it is tried next: %s', (words, more) => {
    expect(html(shown([{ ...row, ...more }]))).toContain(words);
  });

  test('goes on, and its buttons stay on the page that they are on', () => {
    const markup = html({ cursor: '17-a', page: { rows: [row], next: '18-b' } });
    expect(markup).toContain('<a class="button secondary" href="/admin/mail?cursor=18-b">Newer mail</a>');
    expect(markup).toContain('action="/admin/mail?cursor=17-a"');
  });

  test('says why nothing was done', () => {
    expect(html(shown([row]), { refusal: 'It is being sent now.' })).toContain(
      '<p role="alert" class="notice error">It is being sent now.</p>',
    );
  });
});
