import type { HotPayload } from 'vite';

/** What the site's process tells the one that started it. */
export type FromSite =
  | { kind: 'listening' }
  /** Asks Vite for the source of a module. */
  | { kind: 'fetch'; id: number; payload: HotPayload }
  /** A page could not be rendered from that state of the sources. */
  | { kind: 'failed'; version: string; message: string; stack: string };

/** The answer to a `fetch`. */
export interface ToSite {
  id: number;
  answer: Fetched;
}

// biome-ignore lint/suspicious/noExplicitAny: Vite's own type of what its module runner asks for and gets.
export type Fetched = { result: any } | { error: any };

/** Every request says which state of the sources it is for, so that none is answered from an older one. */
export const sourceVersionHeader = 'x-source-version';
