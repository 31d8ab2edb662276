interface Props {
  /** What the pages hold, for screen readers. */
  label: string;
  page: number;
  pages: number;
  to: (page: number) => string;
}

export function PageLinks({ label, page, pages, to }: Props) {
  if (pages === 1) return null;
  return (
    <nav className="page-links" aria-label={label}>
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
