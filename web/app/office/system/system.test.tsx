import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import System from './system.tsx';

type Report = Outputs['system']['report'];

const report: Report = {
  version: '0.1.0',
  node: '24.21.0',
  mongodb: { version: '8.0.4', from: 'PATH', supported: true },
  payload: '3.90.1',
  failedMails: { count: 0, more: false },
  auditProtected: true,
  jobs: [],
};
const job = { name: 'mail', ranAt: null, failed: null, running: 0, waiting: 0, next: null, late: false };

const html = (more: Partial<Report> = {}) =>
  renderOffice(System, '/admin/system', { answers: { 'system.report': { ...report, ...more } } });

describe('the page of what runs', () => {
  test('warns of a database without security updates', () => {
    const mongodb = { ...report.mongodb, version: '5.0.0', supported: false };
    expect(html({ mongodb })).toContain('MongoDB 5.0.0 lacks security updates.');
  });

  test('warns of an audit log that the site itself could change', () => {
    const markup = html({ auditProtected: false });
    expect(markup).toContain('database user may change the audit log');
    expect(markup).toContain('>can be changed</td>');
  });

  test('warns of work in the background that nobody does', () => {
    expect(html({ jobs: [job, { ...job, name: 'retention', late: true }] })).toContain('late (retention)');
  });

  test('shows of each job when it ran, where it failed, and what waits', () => {
    const failed = { at: '2026-11-28T15:00:00.000Z', error: 'TypeError at api/platform/email/mailer.ts:40' };
    const markup = html({ jobs: [{ ...job, ranAt: '2026-11-28T16:00:00.000Z', failed, waiting: 12 }] });
    for (const words of ['11:00 AM', '10:00 AM', failed.error, '>12</td>']) expect(markup).toContain(words);
  });

  test('warns of nothing otherwise', () => {
    expect(html()).not.toContain('notice warn');
  });

  test.each([
    ['PATH', '8.0.4, installed on this machine'],
    ['PyPI', '8.0.4, downloaded from PyPI'],
    [null, '8.0.4, a server of its own'],
  ] as const)('says where the database is from: %j', (from, words) => {
    expect(html({ mongodb: { ...report.mongodb, from } })).toContain(words);
  });
});
