import type { StaffRole } from '@claimdesk/api/staff-roles';
import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import Mail from './mail.tsx';

type Page = Outputs['failedEmails']['list'];
type Row = Page['rows'][number];

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

interface Shown {
  cursor: string | null;
  page: Page | null;
}

const html = ({ cursor, page }: Shown, role: StaffRole = 'admin') =>
  renderOffice(Mail, '/admin/mail', { loaded: { cursor }, answers: { 'failedEmails.list': page }, role });

const shown = (rows: Row[], more: Partial<Shown> = {}): Shown => ({
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
