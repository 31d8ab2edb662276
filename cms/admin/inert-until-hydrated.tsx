'use client';

import { type ReactNode, useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * Nothing can be clicked until React runs, because a click would do nothing and say nothing. Payload itself disables the
 * fields of its forms until then.
 */
export function InertUntilHydrated({ children }: { children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    <div className="until-hydrated" inert={!isHydrated}>
      {children}
    </div>
  );
}
