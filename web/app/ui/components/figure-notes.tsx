import type { ContentPage } from '#web/app/ui/files/content-types.ts';

type FigureNotes = ContentPage['figureNotes'];

/** Ends the line of dates on a page, and says the date of its figures if it has any. Waits and rates are often older than yearly amounts. */
export function FiguresAsOf({ asOf, yearlyAsOf }: Pick<FigureNotes, 'asOf' | 'yearlyAsOf'>) {
  if (!asOf) return '.';
  return yearlyAsOf && yearlyAsOf !== asOf
    ? `. Yearly amounts checked on ${yearlyAsOf}, all other figures on ${asOf} or later.`
    : `. Figures as of ${asOf}.`;
}

/** Tells readers what the new year changes, and which figures are overdue for review. */
export function FigureNotices({ newYear, overdue }: Pick<FigureNotes, 'newYear' | 'overdue'>) {
  return (
    <>
      {newYear ? <NewYear newYear={newYear} /> : null}
      <OverdueFigures overdue={overdue} />
    </>
  );
}

function NewYear({
  newYear: { from, until, known, isIncomplete },
}: {
  newYear: NonNullable<FigureNotes['newYear']>;
}) {
  return (
    <aside className="notice figure-notice" aria-label="About the new year">
      <p>
        <strong>Some amounts on this page change on {from}.</strong>{' '}
        {known.length === 0 ? `Until then, these apply. ${toCome}` : null}
      </p>
      {known.length > 0 ? (
        <ul>
          {known.map(({ label, value, next }) => (
            <li key={label}>
              {label}: {value} until {until}, and {next} from {from}.
            </li>
          ))}
        </ul>
      ) : null}
      {known.length > 0 && isIncomplete ? <p>Other yearly amounts change that day, too. {toCome}</p> : null}
    </aside>
  );
}

const toCome = 'We add the new ones as soon as we have checked them.';

export function OverdueFigures({ overdue }: Pick<FigureNotes, 'overdue'>) {
  const [first, ...others] = overdue;
  if (!first) return null;
  return (
    <aside className="notice warn figure-notice" aria-label="About the figures on this page">
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
