import { type ContentCache, makeContentCache } from './content-cache.ts';

declare module '../platform/deps.ts' {
  interface Deps {
    content: ContentCache;
  }
}

/** @returns what content adds to the dependencies. */
export function openContent() {
  return { content: makeContentCache() };
}
