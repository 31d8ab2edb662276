import { createContext } from 'react';

/** Set when the current page runs script: a matched route exports `handle = { hydrate: true }`. */
export const HydrationContext = createContext<{ nonce: string } | null>(null);

/** Set by the server for previews: what a previewed page has beyond the public one. */
export const PreviewContext = createContext<{
  head: React.ReactNode;
  top: React.ReactNode;
  script: React.ReactNode;
} | null>(null);

/** What a route's `handle` may say. */
export interface Handle {
  /**
   * Whether React hydrates the page in the browser: always, or depending on its URL. Without it the page is plain HTML
   * with no script.
   */
  hydrate?: boolean | ((url: URL) => boolean);
}
