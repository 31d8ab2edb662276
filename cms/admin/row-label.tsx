'use client';

import { useRowLabel } from '@payloadcms/ui';

const naming = ['label', 'when', 'title', 'question', 'condition', 'text', 'to'] as const;

/** Names a row of a list by what it says, so that closed rows can be told apart. */
export function RowLabel() {
  const { data, rowNumber = 0 } = useRowLabel<Partial<Record<(typeof naming)[number], unknown>>>();
  const words = naming.map((name) => data[name]).filter((value) => typeof value === 'string' && value);
  return <span>{words.length > 0 ? words.join(': ') : `Row ${rowNumber + 1}`}</span>;
}
