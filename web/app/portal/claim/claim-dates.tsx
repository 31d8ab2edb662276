import { claimPath } from '#web/app/portal/portal.ts';
import { type ClaimDay, dayText, dayTitles, pastText, whoDoesIt } from './claim-words.ts';

/** All open days of a claim, the nearest first, with who does what; behind a fold those that have passed. */
export function ClaimDates({ dates, isRepresented }: { dates: readonly ClaimDay[]; isRepresented: boolean }) {
  const open = dates.filter(({ state }) => state === 'open');
  const past = dates.filter(({ state }) => state !== 'open').toReversed();
  if (dates.length === 0) return null;
  return (
    <section className="card claim-dates" aria-labelledby="dates">
      <h2 id="dates">Your dates</h2>
      {open.length === 0 ? <p>No date is open right now.</p> : null}
      <ul>
        {open.map((date) => (
          <li key={date.id}>
            <h3>{dayTitles[date.kind]}</h3>
            <p>
              <strong>
                <time dateTime={date.appointment?.at ?? date.day}>{dayText(date)}</time>
              </strong>
            </p>
            <p>{whoDoesIt(date, isRepresented)}</p>
            <p>
              <a className="button secondary small" href={`${claimPath}/dates/${date.id}/file`}>
                Add it to your calendar<span className="visually-hidden">: {dayTitles[date.kind]}</span>
              </a>
            </p>
          </li>
        ))}
      </ul>
      {past.length > 0 ? (
        <details className="fold">
          <summary>{`Past dates (${past.length})`}</summary>
          <ul>
            {past.map((date) => (
              <li key={date.id}>
                {dayTitles[date.kind]}, {pastText(date)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
