import type { HotPayload } from 'vite';
import type { ModuleRunnerTransport } from 'vite/module-runner';

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

/** What Vite's module runner gets for what it asks. */
export type Fetched = Awaited<ReturnType<NonNullable<ModuleRunnerTransport['invoke']>>>;

/** Every request says which state of the sources it is for, so that none is answered from an older one. */
export const sourceVersionHeader = 'x-source-version';
