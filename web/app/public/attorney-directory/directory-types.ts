import type { AppRouter } from '@claimdesk/api/router';
import type { inferRouterOutputs } from '@trpc/server';
import type { ContentPage } from '#web/app/ui/files/content-types.ts';

/** One page of the directory, as the API returns it. */
export type AttorneyPage = inferRouterOutputs<AppRouter>['attorneys']['search'];
export type ListedAttorney = AttorneyPage['attorneys'][number];

/**
 * What the page shows: the answer, the words and the ZIP code as they were typed, whether there was an answer at all, and
 * the words of editors around it.
 */
export type Directory = AttorneyPage & {
  q: string;
  typedZip: string;
  hasFailed: boolean;
  words: ContentPage | null;
};
