import { useId } from 'react';
import type { Outputs } from '#web/app/trpc.ts';
import { DueTable } from './due-table.tsx';

type Group = Outputs['matters']['today']['overdue'];

interface DueProps {
  id?: string;
  heading: string;
  group: Group;
  today: string;
  /** What is said where there are none. */
  empty: string;
}

/** Open duties under a heading, which counts them. */
export function Due({ id: own, heading, group: { rows, count, more }, today, empty }: DueProps) {
  const made = useId();
  const id = own ?? made;
  const left = count - rows.length;
  return (
    <section className="titled due-group" aria-labelledby={id}>
      <h2 id={id}>
        {heading}
        {count > 0 ? `: ${count}${more ? '+' : ''}` : null}
      </h2>
      {rows.length === 0 ? <p>{empty}</p> : null}
      {rows.length > 0 ? (
        <DueTable caption={`${heading}, the nearest day first.`} rows={rows} today={today} />
      ) : null}
      {left > 0 ? (
        <p>{`${left}${more ? '+' : ''} more are not shown. Those that are due first come first.`}</p>
      ) : null}
    </section>
  );
}
