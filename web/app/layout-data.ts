import type { AppRouter } from '@claimdesk/api/router';
import type { inferRouterOutputs } from '@trpc/server';
import { createContext, useContext } from 'react';
import { useRouteLoaderData } from 'react-router';

/** What header, footer and help block show of the firm. */
export type LayoutData = inferRouterOutputs<AppRouter>['content']['layout'];

/** Fills in where the root loader did not run because the page failed before it. */
export const LayoutContext = createContext<LayoutData | null>(null);

/** @returns the firm's data, or null when the database has never answered yet. */
export function useLayoutData(): LayoutData | null {
  const loaded = useRouteLoaderData('root') as { layout: LayoutData } | undefined;
  const fallback = useContext(LayoutContext);
  return loaded?.layout ?? fallback;
}
