import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** @returns whether script runs on this page: false in the server's HTML and for the first paint made from it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
