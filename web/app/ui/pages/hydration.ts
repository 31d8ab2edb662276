import { createContext } from 'react';

/** What `entry.islands.tsx` can hydrate: each is named like its file. */
export type IslandName =
  | 'copy-button'
  | 'identity-page'
  | 'print-button'
  | 'redirect-notice'
  | 'save-and-exit'
  | 'step-pages';

/** The addresses of the scripts that hydrate islands. */
export interface IslandScripts {
  /** Of `entry.islands.tsx`. */
  entry: string;
  /** By island: what the entry and the island import, itself included. A page loads it with the entry, not after it. */
  imports: Partial<Record<IslandName, string[]>>;
}

/** The scripts of one page with islands. */
interface PageIslands {
  names: IslandName[];
  files: string[];
  /** In development: what has to run before any component is loaded. */
  before: string | undefined;
}

/** Set when the current page runs script: a matched route's `handle` says so. */
export const HydrationContext = createContext<{ nonce: string; islands: PageIslands | null } | null>(null);

/** Set by the server for previews: what a previewed page has beyond the public one. */
export const PreviewContext = createContext<{
  head: React.ReactNode;
  top: React.ReactNode;
  script: React.ReactNode;
} | null>(null);

/** What a route's `handle` may contain. */
export interface Handle {
  /**
   * What React hydrates in the browser: the whole page, always or depending on its URL, or no more than these islands.
   * Without it the page is plain HTML with no script.
   */
  hydrate?: boolean | IslandName[] | ((url: URL) => boolean);
}
