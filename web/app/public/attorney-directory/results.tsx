import { PageLinks } from '#web/app/public/parts/page-links.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { evaluationHref } from '#web/app/ui/pages/navigation.ts';
import { resultsId, resultsPath } from './addresses.ts';
import { AttorneyCard } from './attorney-card.tsx';
import type { Directory, ListedAttorney } from './directory-types.ts';

/** Links to the results target their heading, which takes the focus, so that screen readers read the choice first. */
export function Results({ directory }: { directory: Directory }) {
  const { isUnknownState, isUnknownZip, zip, hasFailed, q, typedZip, total, attorneys, state, page, pages } =
    directory;
  return (
    <section className="directory-results" aria-labelledby={resultsId}>
      <h2 id={resultsId} tabIndex={-1}>
        {headingOf(directory)}
      </h2>
      {isUnknownState ? (
        <p className="notice warn">We don’t know this state, so attorneys in all states are shown.</p>
      ) : null}
      {isUnknownZip ? (
        <p className="notice warn">
          We don’t know the ZIP code “{typedZip}”, so attorneys are shown by state.{' '}
          <a href="#zip">Change it</a>
        </p>
      ) : null}
      <p role="status">{total > 0 ? countLine(directory) : 'No attorneys found matching your criteria.'}</p>
      {zip && total > 0 ? (
        <p className="fine">
          Distances are straight lines from the middle of {zip} to the middle of the attorney’s ZIP code or
          city. Driving distances are longer.
        </p>
      ) : null}
      {hasFailed ? (
        <p className="notice error">
          We could not load this. <a href={resultsPath({ q, zip: typedZip })}>Try again</a>
        </p>
      ) : null}
      {total > 0 ? null : <Alternatives directory={directory} />}
      {zip ? (
        <Cards attorneys={attorneys} heading="h3" />
      ) : (
        byState(attorneys).map(([stateName, group]) => (
          <section key={stateName} aria-labelledby={`in-${group[0]?.state}`}>
            <h3 id={`in-${group[0]?.state}`}>{stateName}</h3>
            <Cards attorneys={group} heading="h4" />
          </section>
        ))
      )}
      <PageLinks
        label="Pages of attorneys"
        page={page}
        pages={pages}
        to={(other) => resultsPath({ state: state?.code, q, zip, page: other })}
      />
    </section>
  );
}

function Cards({ attorneys, heading }: { attorneys: ListedAttorney[]; heading: 'h3' | 'h4' }) {
  return (
    <div className="attorney-cards">
      {attorneys.map((attorney) => (
        <AttorneyCard attorney={attorney} heading={heading} key={attorney.id} />
      ))}
    </div>
  );
}

function headingOf({ q, zip, state }: Directory): string {
  const where = [zip ? `near ${zip}` : '', state ? `in ${state.name}` : ''].filter(Boolean).join(' ');
  return `${q ? `Attorneys for “${q}”` : 'Attorneys'} ${where || 'in all states'}`;
}

function countLine({ total, isMore, page, pages, zip }: Directory): string {
  const count = total.toLocaleString('en-US');
  const where = pages > 1 ? `, page ${page} of ${pages}` : '';
  const order = zip ? ', nearest first' : '';
  return isMore
    ? `Showing the first ${count} attorney(s)${order}${where}. Add a city or a name to see fewer.`
    : `Showing ${count} attorney(s)${order}${where}`;
}

/** They arrive sorted by state. */
function byState(attorneys: ListedAttorney[]): [stateName: string, ListedAttorney[]][] {
  const groups = new Map<string, ListedAttorney[]>();
  for (const attorney of attorneys) {
    groups.set(attorney.stateName, [...(groups.get(attorney.stateName) ?? []), attorney]);
  }
  return [...groups];
}

function Alternatives({ directory: { state, q, zip, nearestStates } }: { directory: Directory }) {
  const firm = useLayoutData();
  return (
    <div className="prose">
      {state && nearestStates.length > 0 ? (
        <>
          <p>
            No attorney in {state.name} is listed yet. Social Security is federal, so an attorney from another
            state can represent you. The nearest states with attorneys:
          </p>
          <ul className="nearest-states">
            {nearestStates.map(({ code, name, count }) => (
              <li key={code}>
                <a href={resultsPath({ state: code, zip })}>{name}</a> ({count})
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p>You can:</p>
      <ul>
        {q ? <li>Check the spelling, or use fewer words.</li> : null}
        {q && state && nearestStates.length === 0 ? (
          <li>
            <a href={resultsPath({ state: state.code, zip })}>See all attorneys in {state.name}</a>, or{' '}
            <a href={resultsPath({ q, zip })}>search in all states</a>.
          </li>
        ) : null}
        {q || state || zip ? (
          <li>
            <a href={resultsPath({})}>Show all attorneys</a>.
          </li>
        ) : null}
        <li>
          <a href={evaluationHref}>Get a free case evaluation</a>. A person reads it and calls you back.
        </li>
        {firm ? (
          <li>
            <a href={firm.phoneHref}>Call {firm.phone}</a>.
          </li>
        ) : null}
      </ul>
    </div>
  );
}
