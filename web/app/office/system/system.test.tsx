import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import { renderOffice } from '#web/testing/render-office.tsx';
import System from './system.tsx';

type Report = Outputs['system']['report'];

const gigabyte = 1024 * 1024 * 1024;
const report: Report = {
  version: '0.1.0',
  node: '24.21.0',
  mongodb: { version: '8.0.4', from: 'PATH', supported: true },
  payload: '3.90.1',
  failedMails: { count: 0, more: false },
  auditProtected: true,
  auditFault: null,
  auditCheck: { at: '2026-11-28T07:00:00.000Z', entries: 12_345, faults: 0, first: [] },
  freeSpace: { bytes: 80 * gigabyte, least: gigabyte },
  unconfirmed: { bytes: 0, most: 5 * gigabyte },
  jobs: [],
  held: null,
  backups: { on: true, newest: '2026-11-28T06:00:00.000Z', rehearsal: null },
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

  test('warns of an audit log that stopped, with the reason', () => {
    const markup = html({ auditFault: 'Entry 10, with which the audit log ended, is gone or was changed.' });
    expect(markup).toContain('The audit log is stopped');
    expect(markup).toContain('Entry 10, with which the audit log ended, is gone or was changed.');
  });

  test('warns of faults that the nightly check of the audit log found, and names the first', () => {
    const first = ['Entry 3 was changed, or is not of this log.'];
    const markup = html({ auditCheck: { at: '2026-11-28T07:00:00.000Z', entries: 20, faults: 7, first } });
    expect(markup).toContain('7 faults');
    expect(markup).toContain(first[0]);
  });

  test('says when the audit log was checked, and how long it was', () => {
    expect(html()).toMatch(/2:00\s?AM[^<]*<\/time>, 12,345 entries, no faults/);
    expect(html({ auditCheck: null })).toContain('not yet checked');
  });

  test('warns when files are refused for want of space, and says where it is not measured', () => {
    const least = gigabyte;
    expect(html({ freeSpace: { bytes: gigabyte - 1, least } })).toContain('no file is taken from clients');
    expect(html({ freeSpace: { bytes: null, least } })).toContain('>not measured</td>');
  });

  test('warns of a restored copy that holds its mail and jobs, and says how it is released', () => {
    const held = { since: '2026-11-28T15:00:00.000Z', backup: 'claimdesk-20261128T060000000Z' };
    const markup = html({ held });
    for (const words of [held.backup, '10:00 AM', 'restore:release']) expect(markup).toContain(words);
  });

  test('says when the newest backup was made, and warns of faults that a rehearsal found', () => {
    expect(html()).toMatch(/1:00\s?AM[^<]*<\/time><\/td>/);
    expect(html({ backups: { on: false, newest: null, rehearsal: null } })).toContain('not made by the site');
    const rehearsal = { at: '2026-11-28T15:00:00.000Z', faults: ['portal.clients is missing.'] };
    const markup = html({ backups: { on: true, newest: null, rehearsal } });
    for (const words of ['none yet', '1 faults', rehearsal.faults[0]]) expect(markup).toContain(words);
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
