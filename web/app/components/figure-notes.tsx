import type { ContentPage } from '#web/app/content-types.ts';

type FigureNotes = ContentPage['figureNotes'];

/** Ends the line of dates on a page, and says the date of its figures if it has any. Waits and rates are often older than yearly amounts. */
export function FiguresAsOf({ asOf, yearlyAsOf }: Pick<FigureNotes, 'asOf' | 'yearlyAsOf'>) {
  if (!asOf) return '.';
  return yearlyAsOf && yearlyAsOf !== asOf
    ? `. Yearly amounts checked on ${yearlyAsOf}, all other figures on ${asOf} or later.`
    : `. Figures as of ${asOf}.`;
}

/** Tells readers which figures are overdue for review. */
export function OverdueFigures({ overdue }: Pick<FigureNotes, 'overdue'>) {
  const [first, ...others] = overdue;
  if (!first) return null;
  return (
    <aside className="notice warn overdue-figures" aria-label="About the figures on this page">
      {others.length === 0 ? (
        <p>
          <strong>
            The figure “{first.label}” was {first.value} when we last checked it, on {first.checkedOn}.
          </strong>{' '}
          It may have changed. Please <a href="/contact">ask us</a> before you rely on it.
        </p>
      ) : (
        <p>
          <strong>
            When we last checked,{' '}
            {overdue
              .map(({ label, value, checkedOn }) => `“${label}” was ${value} (${checkedOn})`)
              .join('; ')}
            .
          </strong>{' '}
          These figures may have changed. Please <a href="/contact">ask us</a> before you rely on them.
        </p>
      )}
    </aside>
  );
}
