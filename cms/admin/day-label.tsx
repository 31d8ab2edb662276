'use client';

import { useRowLabel } from '@payloadcms/ui';

/** Names a row of the office hours by its day and times, so that a collapsed row still says something. */
export function DayLabel() {
  const { data } = useRowLabel<{ day?: string; opens?: string; closes?: string; closed?: boolean }>();
  const times = data.closed ? 'closed' : [data.opens, data.closes].filter(Boolean).join(' to ');
  return <span>{[data.day, times].filter(Boolean).join(', ')}</span>;
}
