import { resultsPath } from './addresses.ts';
import type { Directory } from './directory-types.ts';

/** The way through results that don't fit on one page. */
export function PageLinks({ directory: { state, q, page, pages } }: { directory: Directory }) {
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
