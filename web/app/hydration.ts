import { createContext } from 'react';

/** The addresses of `entry.islands.tsx`, which hydrates the islands of a page, and of what it imports. */
export interface IslandScripts {
  entry: string;
  imports: string[];
  /** While somebody develops: what has to run before any component is loaded. */
  before?: string | undefined;
}

/** Set when the current page runs script: a matched route's `handle` says so. */
export const HydrationContext = createContext<{ nonce: string; islands: IslandScripts | null } | null>(null);

/** Set by the server for previews: what a previewed page has beyond the public one. */
export const PreviewContext = createContext<{
  head: React.ReactNode;
  top: React.ReactNode;
  script: React.ReactNode;
} | null>(null);

/** What a route's `handle` may say. */
export interface Handle {
  /**
   * What React hydrates in the browser: the whole page, always or depending on its URL, or no more than its islands.
   * Without it the page is plain HTML with no script.
   */
  hydrate?: boolean | 'islands' | ((url: URL) => boolean);
}
