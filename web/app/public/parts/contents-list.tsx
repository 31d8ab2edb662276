/** Links to the parts of a long page. */
export function ContentsList({ entries }: { entries: { id: string; heading: string }[] }) {
  return (
    <nav className="contents" aria-labelledby="on-this-page">
      <h2 id="on-this-page">On this page</h2>
      <ol>
        {entries.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
