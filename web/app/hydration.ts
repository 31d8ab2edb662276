import { createContext } from 'react';

/** Set when the page at hand runs script: a matched route says `export const handle = { hydrate: true }`. */
export const HydrationContext = createContext<{ nonce: string } | null>(null);

/** Set by the server where an editor looks at what is not public: what such a page has beside what visitors get. */
export const PreviewContext = createContext<{
  head: React.ReactNode;
  top: React.ReactNode;
  script: React.ReactNode;
} | null>(null);

/** What a route's `handle` may say. */
export interface Handle {
  /**
   * The page is taken over by React in the browser: always, or where its address says so. Left out, it is plain HTML
   * without any script.
   */
  hydrate?: boolean | ((url: URL) => boolean);
}
