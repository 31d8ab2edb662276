import type { AppRouter } from '@claimdesk/api/router';
import type { inferRouterOutputs } from '@trpc/server';

/** One page of the directory, as the api answers it. */
export type AttorneyPage = inferRouterOutputs<AppRouter>['attorneys']['search'];
export type ListedAttorney = AttorneyPage['attorneys'][number];

/** What the page shows: the answer, the words that were searched for, and whether there was an answer at all. */
export type Directory = AttorneyPage & { q: string; hasFailed: boolean };
