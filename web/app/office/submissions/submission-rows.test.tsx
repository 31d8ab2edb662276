import type { StaffRole } from '@claimdesk/api/staff-roles';
import { describe, expect, test } from 'vitest';
import { renderOffice } from '#web/testing/render-office.tsx';
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
  called: null,
  phone: null,
  owner: null,
  takeBackUntil: null,
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
  role?: StaffRole;
}

function html(
  rows: SubmissionRow[],
  { path = '/admin/case-evaluations', search = '', ...more }: Shown = {},
): string {
  const Table = () => (
    <SubmissionTable
      queue={queueAt(path)}
      rows={rows}
      arrived={new Set(more.arrived)}
      order="newest"
      urgentFirst={more.urgentFirst ?? false}
    />
  );
  return renderOffice(Table, path + search, { role: more.role ?? 'read_only' });
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

  test('has a link that dials, the clock, the last day to appeal and the owner, where senders are called', () => {
    const called = {
      ...urgent,
      columns: [{ field: 'phone', title: 'Phone', value: '(201) 555-0147' }],
      phone: { text: '(201) 555-0147', href: 'tel:+12015550147' },
      callBy: { at: '2026-07-02T15:00:00.000Z', text: 'Thursday, 11:00 AM', minutesLeft: 100 },
      owner: { id: 'a', name: 'Robin' },
    };
    const markup = html([called, row]);
    for (const heading of ['Call', 'Appeal by', 'Owner']) expect(markup).toContain(`>${heading}</th>`);
    expect(markup).toContain('<a href="tel:+12015550147">(201) 555-0147</a>');
    expect(markup).toContain('>1 h 40 min left</time>');
    expect(markup).toContain('<time dateTime="2026-07-10">7/10/2026</time>');
    expect(markup).toContain('data-label="Owner">Robin</td>');
    expect(markup).toContain('data-label="Owner">Nobody</td>');
    expect(html([row], { path: '/admin/attorney-applications' })).not.toMatch(/>(Call|Owner)<\/th>/);
  });

  test('can be ticked and rejected by those who may decide, and taken back while that is possible', () => {
    const reviewed = html([row], { role: 'reviewer' });
    expect(reviewed).toContain(`href="/admin/case-evaluations/${row.id}/reject"`);
    const rejected = { ...row, status: 'rejected', takeBackUntil: row.submittedAt } as const;
    expect(html([rejected], { role: 'reviewer' })).toContain('Take back');
    for (const shown of [row, rejected, { ...rejected, takeBackUntil: null }])
      expect(html([shown])).not.toMatch(/Take back|\/reject/);
  });
});
