'use client';

import { useRowLabel } from '@payloadcms/ui';

/** Names a row of the menus by its words and where it leads. */
export function LinkLabel() {
  const { data } = useRowLabel<{ label?: string; to?: string }>();
  return <span>{[data.label, data.to].filter(Boolean).join(': ') || 'New'}</span>;
}
