import type { AppRouter } from '@claimdesk/api/router';
import type { inferRouterOutputs } from '@trpc/server';

type Content = inferRouterOutputs<AppRouter>['content'];

/** Every figure that may change, by name, and the date they hold for. Editors keep them in one place. */
export type Facts = Content['facts'];
export type ArticleSummary = Content['articles'][number];
export type Question = Content['faq'][number];
