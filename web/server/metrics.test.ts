import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { empty } from '../../tests/setup/deps.ts';
import { openSite, type SiteInProcess } from '../../tests/setup/site-in-process.ts';
import { serveMetrics } from './metrics.ts';

let running: SiteInProcess;
let metrics: Awaited<ReturnType<typeof serveMetrics>>;
beforeAll(async () => {
  running = await openSite();
  metrics = await serveMetrics({ METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' }, running.deps);
});
beforeEach(() => empty(running.deps, 'outbox'));
afterAll(async () => {
  await metrics?.close();
  await running.close();
});

const read = async () => {
  const answer = await metrics?.inject('/metrics');
  return { status: answer?.statusCode, type: answer?.headers['content-type'], text: answer?.body ?? '' };
};
/** @returns the value of a figure, whatever its labels. */
const figure = async (name: string) =>
  new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec((await read()).text)?.[1];

describe('figures for Prometheus', () => {
  it('are not served on the public port, and nowhere without a port of their own', async () => {
    expect((await running.site.inject('/metrics')).statusCode).toBe(404);
    expect(await serveMetrics({ METRICS_PORT: undefined, METRICS_HOST: '::' }, running.deps)).toBeUndefined();
  });

  it('have no id and no address that somebody made up in a label', async () => {
    const made = [
      '/nobody-219099999',
      '/admin/client/0f8b3c52-7d1e-4a6b-9c3d-1e2f3a4b5c6d',
      '/media/219099999.png',
    ];
    for (const url of made) await running.site.inject({ url, headers: { accept: 'text/html' } });
    const { text } = await read();
    expect(text).toMatch(
      /claimdesk_request_duration_seconds_count{method="GET",route="pages of staff",status="\d+"} 1/,
    );
    expect(text).toContain('route="public pages"');
    expect(text).not.toMatch(/219099999|0f8b3c52/);
  });

  it('say how the process, its connections, change streams and jobs are', async () => {
    const { status, type, text } = await read();
    expect({ status, type }).toEqual({ status: 200, type: expect.stringContaining('text/plain') });
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(text).toMatch(/claimdesk_changes_heard_timestamp_seconds{follower="content"} \d/);
    expect(text).toContain('claimdesk_job_waiting{job="mail"} 0');
    expect(Number(await figure('claimdesk_database_connections_in_use'))).toBeGreaterThanOrEqual(0);
    expect(Number(await figure('claimdesk_documents_free_bytes'))).toBeGreaterThan(0);
    expect(await figure('claimdesk_audit_stopped')).toBe('0');
  });

  it('say for how long the oldest email waits', async () => {
    expect(await figure('claimdesk_mail_oldest_seconds')).toBe('0');
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await running.deps.portal.collection('outbox').insertMany([
      { state: 'sent', created_at: ago(90) },
      { state: 'queued', created_at: ago(40), due_at: ago(40) },
      { state: 'queued', created_at: ago(2), due_at: ago(2) },
    ]);
    expect(Math.round(Number(await figure('claimdesk_mail_oldest_seconds')) / 60)).toBe(40);
  });

  it('say when the newest backup was made, how a rehearsal went, and whether a restored copy holds its jobs', async () => {
    const names = ['backup_timestamp_seconds', 'rehearsal_faults', 'jobs_held'];
    const all = () => Promise.all(names.map((name) => figure(`claimdesk_${name}`)));
    expect(await all()).toEqual(['0', '0', '0']);
    const { portal } = running.deps;
    await portal.collection('backups').insertMany([
      { _id: 'backup' as never, at: new Date(1_795_000_000_000), name: 'claimdesk-20261118T070640000Z' },
      { _id: 'rehearsal' as never, at: new Date(), name: 'claimdesk-20261118T070640000Z', faults: ['one'] },
    ]);
    await portal.collection('holds').insertOne({ _id: 'restore' as never, since: new Date() });
    await expect.poll(all).toEqual(['1795000000', '1', '1']);
    await empty(running.deps, 'backups', 'holds');
    await expect.poll(() => figure('claimdesk_jobs_held')).toBe('0');
  });

  it('of the process itself are served while the database does not answer', async () => {
    const { deps } = running;
    const away = { ...deps, jobs: { ...deps.jobs, report: () => Promise.reject(new Error('away')) } };
    const other = await serveMetrics({ METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' }, away);
    const answer = await other?.inject('/metrics');
    await other?.close();
    expect(answer?.statusCode).toBe(200);
    expect(answer?.body).toContain('nodejs_eventloop_lag_p99_seconds');
  });
});
