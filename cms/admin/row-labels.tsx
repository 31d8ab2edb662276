'use client';

import { longDate } from '@claimdesk/forms/calendar';
import { useRowLabel } from '@payloadcms/ui';

const naming = ['label', 'when', 'title', 'question', 'condition', 'term', 'text', 'to'] as const;

/** Names a row of a list by what it says, so that closed rows can be told apart. */
export function RowLabel({ kind }: { kind: string }) {
  const { data, rowNumber = 0 } = useRowLabel<Partial<Record<(typeof naming)[number], unknown>>>();
  const words = naming.map((name) => data[name]).filter((value) => typeof value === 'string' && value);
  return <span>{words.length > 0 ? words.join(': ') : `${kind} ${rowNumber + 1}`}</span>;
}

/** Names a part of a page by its kind and heading, so that a closed page still shows what it is made of. */
export function PartLabel({ kind }: { kind: string }) {
  const { data, rowNumber = 0 } = useRowLabel<{ heading?: string }>();
  return (
    <span className="part-label">
      <span className="part-label__kind">
        {rowNumber + 1}. {kind}
      </span>{' '}
      {data.heading}
    </span>
  );
}

/** Names a row of the office hours by its day and times, so that a collapsed row still says something. */
export function DayLabel() {
  const { data } = useRowLabel<{ day?: string; opens?: string; closes?: string; closed?: boolean }>();
  const times = data.closed ? 'closed' : [data.opens, data.closes].filter(Boolean).join(' to ');
  return <span>{[data.day, times].filter(Boolean).join(', ')}</span>;
}

/** Names a closed day by its date and its reason or source. */
export function ClosedDayLabel() {
  const { data, rowNumber = 0 } = useRowLabel<{ date?: string; reason?: string; source?: string }>();
  const day = data.date ? longDate(data.date) : `Day ${rowNumber + 1}`;
  return <span>{[day, data.reason, data.source].filter(Boolean).join(', ')}</span>;
}
