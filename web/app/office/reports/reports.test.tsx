import { expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import Reports from './reports.tsx';

const days = Array.from({ length: 30 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`);
const answer: Outputs['reports']['read'] = {
  days,
  intake: [
    { what: 'case evaluations', counts: days.map((_, at) => (at === 29 ? 3 : 0)) },
    { what: 'contracts', counts: days.map((_, at) => (at === 29 ? 1 : 0)) },
  ],
  promised: { kept: 8, late: 2, missed: 0, waiting: 1, decided: 0 },
  dropOff: [
    {
      form: 'case-evaluation',
      title: 'Free Case Evaluation',
      steps: [
        { id: 'work-now', title: 'Work now', count: 8 },
        { id: 'sent', title: 'Sent', count: 2 },
      ],
    },
  ],
  matters: [
    { level: 'initial', status: 'preparing', count: 4 },
    { level: 'initial', status: 'decided', count: 1 },
    { level: 'hearing', status: 'decided', count: 2 },
  ],
  ended: { kept: 5, late: 1, missed: 0, waived: 0, open: 2 },
};
const html = (more: Partial<typeof answer> = {}) =>
  renderOffice(Reports, '/admin/reports', { answers: { 'reports.read': { ...answer, ...more } } });
const rowOf = (markup: string, heading: string) =>
  new RegExp(`<th scope="row">${heading}</th><td>(\\d+)<svg[^>]*><rect width="([\\d.]+)"`)
    .exec(markup)
    ?.slice(1);

test('every picture has its numbers beside it, and is hidden from those who hear them', () => {
  const markup = html();
  expect(markup.match(/<svg/g)?.length).toBe(markup.match(/<svg[^>]*aria-hidden="true"/g)?.length);
  expect(rowOf(markup, 'Called in time')).toEqual(['8', '100']);
  expect(rowOf(markup, 'Called late')).toEqual(['2', '25']);
  expect(rowOf(markup, '1. Work now')).toEqual(['8', '100']);
  expect(rowOf(markup, 'Sent')).toEqual(['2', '25']);
  expect(rowOf(markup, 'Done by its day')).toEqual(['5', '100']);
});

test('what arrived is a column a day, with a sentence and a table of the same', () => {
  const markup = html();
  expect(markup).toContain('11/1/2026 to 11/30/2026: 4 in all, 4 at most on a day.');
  expect(markup).toMatch(/<th scope="row">11\/30\/2026<\/th><td[^>]*>3<\/td><td[^>]*>1<\/td>/);
});

test('matters are counted by level and status, and the sum of a status leads to its list', () => {
  const cells = (heading: string) =>
    [
      ...(new RegExp(`<th scope="row">${heading}</th>(.*?)</tr>`).exec(html())?.[1] ?? '').matchAll(
        /<td[^>]*>(?:<(?:a|span)[^>]*>)?(\d+)/g,
      ),
    ].map(([, count]) => Number(count));
  expect(cells('Initial claim')).toEqual([4, 0, 1, 0, 5]);
  expect(cells('Hearing')).toEqual([0, 0, 2, 0, 2]);
  expect(cells('All levels')).toEqual([4, 0, 3, 0, 7]);
  expect(html()).toContain('href="/admin/matters?status=decided"');
});

test('nothing at all is drawn as nothing', () => {
  const none = { kept: 0, late: 0 };
  const markup = html({
    intake: [],
    promised: { ...none, missed: 0, waiting: 0, decided: 0 },
    matters: [],
    ended: { ...none, missed: 0, waived: 0, open: 0 },
  });
  expect(rowOf(markup, 'Called in time')).toEqual(['0', '0']);
  expect(markup).toContain('0 in all');
  expect(markup).not.toMatch(/NaN|Infinity/);
});
