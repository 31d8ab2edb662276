import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { queueAt, type SubmissionRow } from './queues.ts';
import { SubmissionTable } from './submission-table.tsx';

const row: SubmissionRow = {
  id: '0123456789abcdef01234567',
  name: 'Canaria Testwright',
  reference: 'K7QH-M9XC',
  columns: [{ field: 'email', title: 'Email', value: 'canaria.testwright@example.com' }],
  status: 'pending',
  submittedAt: '2026-07-02T03:00:00.000Z',
  appealBy: null,
  isUrgent: false,
  isSample: false,
  callBy: null,
};
const urgent: SubmissionRow = {
  ...row,
  id: 'a'.repeat(24),
  appealBy: { day: '2026-07-10', daysLeft: 8 },
  isUrgent: true,
};

interface Shown {
  path?: string;
  search?: string;
  urgentFirst?: boolean;
  arrived?: string[];
}

function html(
  rows: SubmissionRow[],
  { path = '/admin/case-evaluations', search = '', ...more }: Shown = {},
): string {
  const Page = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <SubmissionTable
          queue={queueAt(path)}
          rows={rows}
          arrived={new Set(more.arrived)}
          order="newest"
          urgentFirst={more.urgentFirst ?? false}
        />
      ),
    },
  ]);
  return renderToStaticMarkup(<Page initialEntries={[path + search]} />);
}

describe('the order of a list of submissions', () => {
  const appeals = 'Open appeals first, the nearest deadline at the top, then the newest.';

  test('is newest first where no appeal is open, also where appeals would come first', () => {
    const markup = html([row], { urgentFirst: true });
    expect(markup).toContain('<caption>Newest first. Times are in Eastern time.</caption>');
    expect(markup).toContain('aria-sort="descending"');
  });

  test('is newest first where another order was asked for, also with an open appeal', () => {
    expect(html([urgent, row])).not.toContain(appeals);
  });

  test('begins with open appeals, and is then by no column alone', () => {
    const markup = html([urgent, row], { urgentFirst: true });
    expect(markup).toContain(appeals);
    expect(markup).toContain('aria-sort="other"');
  });
});

describe('a row of the list', () => {
  test('has a name to open it by, also where the form asked for none', () => {
    expect(html([{ ...row, name: '' }])).toContain('>No name</a>');
  });

  test('opens over the list with its filter, and without its place', () => {
    expect(html([row], { search: '?status=pending&search=kTf3&cursor=17-a' })).toContain(
      `href="/admin/case-evaluations/${row.id}?status=pending&amp;search=kTf3"`,
    );
  });

  test('says when it was sent, or only on which day, as its queue has it', () => {
    expect(html([row])).toContain('>7/1/2026, 11:00 PM</time>');
    expect(html([row], { path: '/admin/attorney-applications' })).toContain('>7/1/2026</time>');
  });

  test('is marked where it arrived while the page was open', () => {
    expect(html([row, urgent], { arrived: [row.id] }).match(/<tr class="arrived">/g)).toHaveLength(1);
  });

  test('is in the words of its queue', () => {
    const markup = html([row], { path: '/admin/attorney-applications' });
    for (const words of ['>Applied</th>', '>Review<', '>Pending</span>']) expect(markup).toContain(words);
  });
});
