import type { DomainErrorCode } from '@claimdesk/api/domain-error';
import type { AppRouter, BrowserRouter } from '@claimdesk/api/router';
import { type DehydratedState, QueryCache, QueryClient } from '@tanstack/react-query';
import { httpLink, httpSubscriptionLink, splitLink, TRPCClientError } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { useMemo } from 'react';
import { useMatches } from 'react-router';

/** The product's calls from the browser, as React Query hooks. */
export const trpc = createTRPCReact<BrowserRouter>();

/** What the procedures answer, by router and procedure. */
export type Outputs = inferRouterOutputs<AppRouter>;

/** What they take. */
export type Inputs = inferRouterInputs<AppRouter>;

/** Reads and changes are one posted request each, so that no address has an input; subscriptions are event streams that reconnect. */
export function makeTrpcClient() {
  return trpc.createClient({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({ url: '/trpc' }),
        false: httpLink({ url: '/trpc', methodOverride: 'POST' }),
      }),
    ],
  });
}

/** What the loader of a page read for its hooks. */
export interface Prefetched {
  queries: DehydratedState;
}

/** By when it arrived here: the server's clock says nothing about what is fresh in this browser. */
const arrived = new WeakMap<DehydratedState, DehydratedState['queries']>();

/** @returns what the loaders of the open pages read, for their hooks. */
export function usePrefetched(): DehydratedState {
  const matches = useMatches();
  return useMemo(() => {
    const loaded = matches.flatMap(({ loaderData }) => (loaderData as Partial<Prefetched>)?.queries ?? []);
    for (const each of loaded.filter((state) => !arrived.has(state))) {
      const dataUpdatedAt = Date.now();
      arrived.set(
        each,
        each.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })),
      );
    }
    return { mutations: [], queries: loaded.flatMap((each) => arrived.get(each) ?? []) };
  }, [matches]);
}

/** How long what was read counts as fresh, and is kept once no page shows it: until a closed record is forgotten. */
const freshMs = 30_000;

/** @param onSignedOut called when a read finds that the session has ended. */
export function makeQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isRefusal(error, 'signed-out')) onSignedOut();
      },
    }),
    defaultOptions: {
      // Without a connection a change fails at once, in words, rather than wait unseen and happen later.
      mutations: { networkMode: 'always' },
      queries: {
        // The server rendered the page a moment ago: its data need no second reading right after.
        staleTime: freshMs,
        gcTime: freshMs,
        retry: (failures, error) => failures < 2 && !(error instanceof TRPCClientError && error.data),
      },
    },
  });
}

/** @returns whether the server refused a call with this code. */
export function isRefusal(error: unknown, code: DomainErrorCode): boolean {
  return error instanceof TRPCClientError && error.data?.refusal === code;
}

/** @returns whether the caller has to confirm who they are first. */
export function needsConfirmation(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.needsConfirmation === true;
}

/**
 * @returns the server's own words about a failed call, or undefined where it never answered or said nothing fit to
 * show.
 */
export function messageOf(error: unknown): string | undefined {
  return error instanceof TRPCClientError && error.data?.refusal ? error.message : undefined;
}

/**
 * @param failed our words for an unforeseen failure.
 * @returns what a form says of a failed call: the server's own words, and a sentence for each field to correct.
 */
export function problemOf(error: unknown, failed: { title: string; text: string }) {
  const details =
    error instanceof TRPCClientError ? (error as TRPCClientError<BrowserRouter>).data : undefined;
  return {
    title: details?.title ?? failed.title,
    text: messageOf(error) ?? failed.text,
    errors: details?.fields ?? {},
  };
}
