import { useLayoutData } from '#web/app/layout-data.ts';
import { evaluationHref } from '#web/app/navigation.ts';
import { resultsId, resultsPath } from './addresses.ts';
import { AttorneyCard } from './attorney-card.tsx';
import type { Directory, ListedAttorney } from './directory-types.ts';

/** Links to the results lead to their heading, which takes the focus, so that the choice is read out first. */
export function Results({ directory }: { directory: Directory }) {
  const { state, isUnknownState, hasFailed, q, total, attorneys } = directory;
  return (
    <section className="directory-results" aria-labelledby={resultsId}>
      <h2 id={resultsId} tabIndex={-1}>
        {q ? `Attorneys for “${q}”` : 'Attorneys'} {state ? `in ${state.name}` : 'in all states'}
      </h2>
      {isUnknownState ? (
        <p className="notice warn">We don’t know this state, so attorneys in all states are shown.</p>
      ) : null}
      <p role="status">{total > 0 ? countLine(directory) : 'No attorneys found matching your criteria.'}</p>
      {hasFailed ? (
        <p className="notice error">
          We could not load this. <a href={resultsPath({ q })}>Try again</a>
        </p>
      ) : null}
      {total > 0 ? null : <Alternatives directory={directory} />}
      {byState(attorneys).map(([stateName, group]) => (
        <section key={stateName} aria-labelledby={`in-${group[0]?.state}`}>
          <h3 id={`in-${group[0]?.state}`}>{stateName}</h3>
          <div className="attorney-cards">
            {group.map((attorney) => (
              <div key={attorney.id}>
                <AttorneyCard attorney={attorney} />
              </div>
            ))}
          </div>
        </section>
      ))}
      <PageLinks directory={directory} />
    </section>
  );
}

function countLine({ total, isMore, page, pages }: Directory): string {
  const count = total.toLocaleString('en-US');
  const where = pages > 1 ? `, page ${page} of ${pages}` : '';
  return isMore
    ? `Showing the first ${count} attorney(s)${where}. Add a city or a name to see fewer.`
    : `Showing ${count} attorney(s)${where}`;
}

/** They arrive sorted by state. */
function byState(attorneys: ListedAttorney[]): [stateName: string, ListedAttorney[]][] {
  const groups = new Map<string, ListedAttorney[]>();
  for (const attorney of attorneys) {
    groups.set(attorney.stateName, [...(groups.get(attorney.stateName) ?? []), attorney]);
  }
  return [...groups];
}

function Alternatives({ directory: { state, q } }: { directory: Directory }) {
  const firm = useLayoutData();
  return (
    <div className="prose">
      <p>You can:</p>
      <ul>
        {q ? <li>Check the spelling, or use fewer words.</li> : null}
        {q && state ? (
          <li>
            <a href={resultsPath({ state: state.code })}>See all attorneys in {state.name}</a>, or{' '}
            <a href={resultsPath({ q })}>search in all states</a>.
          </li>
        ) : null}
        <li>
          <a href={resultsPath({})}>Show all attorneys</a>.
        </li>
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

/** Links between pages of results. */
function PageLinks({ directory: { state, q, page, pages } }: { directory: Directory }) {
  if (pages === 1) return null;
  const to = (other: number) => resultsPath({ state: state?.code, q, page: other });
  return (
    <nav className="page-links" aria-label="Pages of attorneys">
      {page > 1 ? (
        <a className="button secondary" href={to(page - 1)} rel="prev">
          Previous page
        </a>
      ) : null}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a className="button secondary" href={to(page + 1)} rel="next">
          Next page
        </a>
      ) : null}
    </nav>
  );
}
