import { describe, expect, test } from 'vitest';
import { renderOffice } from '#web/testing/render-office.tsx';
import { queueAt, type SubmissionRow } from './queues.ts';
import { TickedRows } from './ticked-rows.tsx';

const path = '/admin/attorney-applications';

function row(id: number, status: SubmissionRow['status']): SubmissionRow {
  return {
    id: String(id).padStart(24, '0'),
    name: `Canaria Testwright ${id}`,
    reference: 'K7QH-M9XC',
    columns: [],
    status,
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
}

/** @returns the text of what can be done with rows of these statuses, all ticked. */
function shown(...statuses: SubmissionRow['status'][]): string {
  const ticks = { has: () => true, set: () => undefined };
  const rows = statuses.map((status, id) => row(id, status));
  const Bar = () => <TickedRows queue={queueAt(path)} rows={rows} ticks={ticks} />;
  return renderOffice(Bar, path, { role: 'reviewer', answers: { 'staff.owners': [] } }).replace(
    /<[^>]*>/g,
    ' ',
  );
}

describe('rejecting what is ticked', () => {
  test('is offered for the undecided alone, and says how many are decided', () => {
    const text = shown('pending', 'approved', 'pending', 'rejected', 'rejected');
    expect(text).toContain('5 selected');
    expect(text).toContain('Reject Application 2');
    expect(text).toContain('3 already decided');
  });

  test('is offered for none where all are decided', () => {
    const text = shown('approved', 'rejected');
    expect(text).not.toContain('Reject');
    expect(text).toContain('2 already decided');
  });

  test('says nothing of decided ones where there are none', () => {
    expect(shown('pending')).toContain('Reject Application 1');
    expect(shown('pending')).not.toContain('decided');
  });
});
