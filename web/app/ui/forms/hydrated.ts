import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** @returns whether the page is hydrated: false in the server's HTML and in the first render in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
