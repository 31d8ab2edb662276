import { useEffect, useState } from 'react';
import { Link } from 'react-router';

/** Lists that are read page by page: new rows are announced, and shown when the reader asks for them. */
type Announced = 'contracts' | 'clients';

const arrivals = new EventTarget();

/** Tells the open page of a new row. */
export function announce(kind: Announced): void {
  arrivals.dispatchEvent(new Event(kind));
}

interface Props {
  kind: Announced;
  one: string;
  many: string;
  /** How many rows the page has. */
  shown: number;
  /** The list from its beginning; without a fragment, which the browser would follow without loading it. */
  path: string;
}

/**
 * Says how many rows the page has and, in the same line so that nothing moves, how many are new since it was loaded. Give
 * it the time of loading as its key.
 */
export function NewRows({ kind, one, many, shown, path }: Props) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const add = () => setCount((before) => before + 1);
    arrivals.addEventListener(kind, add);
    return () => arrivals.removeEventListener(kind, add);
  }, [kind]);
  return (
    <p role="status" className="list-status">
      {count > 0 ? (
        <>
          {count} new {count === 1 ? one : many}.{' '}
          <Link to={path} preventScrollReset>
            Show the list again
          </Link>
        </>
      ) : null}
      {count === 0 && shown > 0 ? `Showing ${shown} ${shown === 1 ? one : many}` : null}
    </p>
  );
}
