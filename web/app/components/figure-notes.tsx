import type { ContentPage } from '#web/app/content-types.ts';

type FigureNotes = ContentPage['figureNotes'];

/** Ends the line of dates on a page, and says the date of its figures if it has any. Waits and rates are often older than yearly amounts. */
export function FiguresAsOf({ asOf, yearlyAsOf }: Pick<FigureNotes, 'asOf' | 'yearlyAsOf'>) {
  if (!asOf) return '.';
  return yearlyAsOf && yearlyAsOf !== asOf
    ? `. Yearly amounts checked on ${yearlyAsOf}, all other figures on ${asOf} or later.`
    : `. Figures as of ${asOf}.`;
}

/** Tells readers which figures nobody has looked at again in time. */
export function OverdueFigures({ overdue }: Pick<FigureNotes, 'overdue'>) {
  if (overdue.length === 0) return null;
  return (
    <aside className="notice warn overdue-figures" aria-label="About the figures on this page">
      <p>
        <strong>
          {overdue.length === 1 ? 'This figure may have changed' : 'These figures may have changed'}:
        </strong>{' '}
        {overdue.map(({ label, value }) => `${label} (${value})`).join('; ')}. We have not checked{' '}
        {overdue.length === 1 ? 'it' : 'them'} again in time. Please <a href="/contact">ask us</a> before you
        rely on {overdue.length === 1 ? 'it' : 'them'}.
      </p>
    </aside>
  );
}
