import type { StaffRole } from '@claimdesk/api/staff-roles';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PermissionsContext } from '#web/app/office/permissions.tsx';
import { permissionsOf } from '#web/testing/permissions.ts';
import { isListEmpty, ListTools, NoRows } from './list-tools.tsx';

const path = '/admin/case-evaluations';
const statuses = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' };

function html(more: Partial<React.ComponentProps<typeof ListTools>> = {}, role: StaffRole = 'admin'): string {
  const Page = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <PermissionsContext value={permissionsOf(role)}>
          <ListTools
            path={path}
            filter={{}}
            query={null}
            problem={undefined}
            exportedAs="evaluations"
            {...more}
          />
        </PermissionsContext>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page initialEntries={[path]} />);
}

/** @returns the labels of a select's options. */
function options(markup: string, name: string): string[] {
  const select = new RegExp(`<select[^>]*name="${name}".*?</select>`).exec(markup)?.[0] ?? '';
  return [...select.matchAll(/<option[^>]*>([^<]*)</g)].map(([, label = '']) => label);
}

describe('the export of a list', () => {
  test.each(['read_only', 'reviewer'] as const)(
    'is not offered to a role that may not export: %s',
    (role) => {
      expect(html({}, role)).not.toContain('Export this list');
    },
  );

  test('is not offered where there is nothing, or where the list cannot be exported', () => {
    expect(html({ isEmpty: true })).not.toContain('Export this list');
    expect(html({ exportedAs: undefined })).not.toContain('Export this list');
    expect(html()).toContain('Export this list');
  });

  test('has the filter and the search of the list', () => {
    expect(html({ filter: { status: 'pending', search: 'kTf3', sort: 'oldest' } })).toContain(
      'href="/admin/exports?kind=evaluations&amp;from=2000-01-01&amp;status=pending&amp;search=kTf3"',
    );
  });
});

describe('a search', () => {
  test('is posted, with the filter and without the search before it', () => {
    const [form = ''] =
      /<form class="search-form".*?<\/form>/.exec(
        html({ filter: { status: 'pending', search: 'kTf3' }, query: 'Canaria' }),
      ) ?? [];
    expect(form).toContain('method="post"');
    expect(form).toContain('type="hidden" name="status" value="pending"');
    expect(form).not.toContain('kTf3');
    expect(form).toMatch(/name="query" value="Canaria"/);
  });

  test('says what was searched for, and is cleared without the filter', () => {
    const markup = html({ filter: { status: 'pending', search: 'kTf3' }, query: '<Canaria>' });
    expect(markup).toContain('Search: “&lt;Canaria&gt;” · <a href="/admin/case-evaluations?status=pending">');
    expect(html()).not.toContain('Search: “');
  });

  test('can be done by those who may only look, and is said to be by what it is', () => {
    const other = { searchedBy: 'name, firm or city', fields: null };
    expect(html({ other }, 'read_only')).toContain('Search by name, firm or city');
  });
});

describe('the filter', () => {
  test('is open where something is chosen, and keeps the search', () => {
    const markup = html({ filter: { status: 'approved', search: 'kTf3' }, statuses });
    expect(markup).toContain('<details class="fold" open="">');
    expect(markup).toContain('<a href="/admin/case-evaluations?search=kTf3">Show everything</a>');
    expect(markup).toContain('<option value="approved" selected="">');
  });

  test.each([{}, { search: 'kTf3' }])('is closed where nothing is chosen: %j', (filter) => {
    expect(html({ filter })).toContain('<details class="fold"><summary>');
    expect(html({ filter })).not.toContain('Show everything');
  });

  test('offers an order by what is pending only where something can be', () => {
    expect(options(html({ statuses }), 'sort')).toEqual(['Pending first', 'Newest first', 'Oldest first']);
    const searched = html({ statuses, filter: { search: 'kTf3' } });
    expect(options(searched, 'sort')).toEqual(['Newest first', 'Oldest first', 'Pending first']);
    expect(options(html(), 'sort')).toEqual(['Newest first', 'Oldest first']);
    const clients = { unverified: 'Unverified', verified: 'Verified' };
    expect(options(html({ statuses: clients }), 'sort')).toEqual(['Newest first', 'Oldest first']);
    expect(options(html({ statuses: clients }), 'status')).toEqual(['Any', 'Unverified', 'Verified']);
    expect(options(html(), 'status')).toEqual([]);
  });

  test('offers the order of calls only where people are called', () => {
    expect(options(html({ statuses, hasCalls: true }), 'sort').at(-1)).toBe('Call order');
    expect(options(html({ statuses }), 'sort')).not.toContain('Call order');
  });

  test('that cannot be is said in a sentence, with a way out', () => {
    const sentence = 'Choose one of the statuses that the list offers.';
    expect(html({ problem: sentence })).toContain(
      `<p role="alert" class="notice error">${sentence} <a href="${path}">Clear</a></p>`,
    );
  });
});

describe('a list without rows', () => {
  test.each([
    [{ filter: {}, cursor: null, page: undefined }, false],
    [{ filter: {}, cursor: '17-a', page: { rows: [] } }, false],
    [{ filter: { status: 'pending' }, cursor: null, page: { rows: [] } }, false],
    [{ filter: {}, cursor: null, page: { rows: [1] } }, false],
    [{ filter: { sort: 'oldest' }, cursor: null, page: { rows: [] } }, true],
  ])('has none at all, as opposed to none here: %j', (loaded, isEmpty) => {
    expect(isListEmpty(loaded)).toBe(isEmpty);
  });

  test.each([
    [{ filter: { status: 'pending' }, cursor: '17-a' }, '<p>No further contracts.</p>'],
    [{ filter: {}, cursor: null }, '<p>No contracts signed yet.</p>'],
    [
      { filter: { status: 'pending' }, cursor: null },
      '<p>No contracts match. <a href="/admin/contracts">Clear</a></p>',
    ],
  ])('says why: %j', (state, words) => {
    const list = { path: '/admin/contracts', empty: 'No contracts signed yet.', many: 'contracts' };
    expect(renderToStaticMarkup(<NoRows {...list} {...state} />)).toBe(words);
  });
});
