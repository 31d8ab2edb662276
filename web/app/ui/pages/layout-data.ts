import type { AppRouter } from '@claimdesk/api/router';
import type { inferRouterOutputs } from '@trpc/server';
import { createContext, useContext } from 'react';
import { useRouteLoaderData } from 'react-router';

type Content = inferRouterOutputs<AppRouter>['content'];

/** What header, footer and help block show of the firm. */
export type LayoutData = Content['layout'];
/** The editors' menus and the lists of the footer. */
export type Navigation = Content['navigation'];

/** What the header and footer of every page need. */
export interface FrameData {
  layout: LayoutData;
  navigation: Navigation;
}

/** The fallback when the root loader did not run because the page failed before it. */
export const FrameContext = createContext<FrameData | null>(null);

function useFrameData(): FrameData | null {
  const loaded = useRouteLoaderData('root') as FrameData | undefined;
  const fallback = useContext(FrameContext);
  return loaded ?? fallback;
}

/** @returns the firm's data, or null when the database has never answered yet. */
export function useLayoutData(): LayoutData | null {
  return useFrameData()?.layout ?? null;
}

const noLinks: Navigation = {
  menus: [],
  footer: { quick: [], legal: [], note: { start: '', paragraphs: [] } },
};

/** @returns the editors' menus; empty when the database has never answered yet. */
export function useMenus(): Navigation {
  return useFrameData()?.navigation ?? noLinks;
}
