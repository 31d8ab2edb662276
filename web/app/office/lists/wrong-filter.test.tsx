import { CookieJar } from '@claimdesk/api/cookies';
import { DomainError } from '@claimdesk/api/domain-error';
import { hydrate, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub, RouterContextProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type SiteContext, siteContext } from '#web/app/context.ts';
import Contracts, { loader as loadContracts } from '#web/app/office/contracts/contract-list.tsx';
import Dashboard, { loader as loadDashboard } from '#web/app/office/dashboard/dashboard.tsx';
import Queue, { loader as loadQueue } from '#web/app/office/submissions/queue.tsx';
import { makeQueryClient, makeTrpcClient, type Prefetched, trpc } from '#web/app/trpc.ts';
import { ToastProvider } from '#web/app/ui/components/toast.tsx';

/** Loads a list whose procedure, which needs a database, refuses it. */
function visit(path: string, refusal: Error) {
  const list = () => Promise.reject(refusal);
  const none = async () => ({ count: 0, more: false, urgent: 0, oldest: null });
  const nothing = { rows: [], count: 0, more: false };
  const queue = { list, pending: none };
  const api = {
    staff: { ways: async () => ({ shared: false }) },
    clients: { list },
    contracts: { list, waiting: none },
    evaluations: queue,
    applications: queue,
    callRequests: queue,
    samples: { count: async () => null },
    failedEmails: { count: none },
    profile: { openNotices: none },
    uploads: { unread: none },
    retention: { last: async () => null },
    matters: { today: async () => ({ today: '2026-11-30', overdue: nothing, now: nothing, soon: nothing }) },
  };
  const url = new URL(path, 'https://office.test');
  const site = { api, cookies: new CookieJar(undefined, false), posted: false };
  const context = new RouterContextProvider();
  context.set(siteContext, site as unknown as SiteContext);
  return { request: new Request(url), url, context, params: {}, pattern: url.pathname };
}

const pages: [string, React.ComponentType<never>, (page: never) => Promise<Prefetched>][] = [
  ['/admin/contracts', Contracts, loadContracts],
  ['/admin/dashboard', Dashboard, loadDashboard],
  ['/admin/case-evaluations', Queue, loadQueue],
  ['/admin/attorney-applications', Queue, loadQueue],
  ['/admin/call-requests', Queue, loadQueue],
];

/** @returns the page as the server renders it, with the list refused. */
async function html([path, Component, load]: (typeof pages)[number], query: string, refusal: Error) {
  const loaded = await load(visit(path + query, refusal) as never);
  const queries = makeQueryClient(() => {});
  hydrate(queries, loaded.queries);
  const Page = createRoutesStub([{ id: 'page', path, Component: Component as React.FC }]);
  return renderToStaticMarkup(
    <trpc.Provider client={makeTrpcClient()} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <ToastProvider initial={null}>
          <Page initialEntries={[path + query]} hydrationData={{ loaderData: { page: loaded } }} />
        </ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  );
}

describe.each(pages)('%s', (...page) => {
  test('says in a sentence that its filter cannot be, and not that the list failed', async () => {
    const sentence = 'Choose one of the statuses that the list offers.';
    const refusal = new DomainError('bad-input', sentence, { reason: 'status' });
    const markup = await html(page, '?status=lost', refusal);
    expect(markup).toContain(`<p role="alert" class="notice error">${sentence} <a`);
    expect(markup).not.toContain('We could not load this.');
  });

  test('says that the list failed where the filter is not why', async () => {
    const markup = await html(page, '?cursor=nonsense', new DomainError('bad-input', 'This is no cursor.'));
    expect(markup).toContain('We could not load this.');
    expect(markup).not.toContain('This is no cursor.');
  });
});
