import { isRouteErrorResponse, Link } from 'react-router';
import { firstPage } from './login/next-path.ts';

/** What staff see where a page of theirs could not be made. */
export function BackOfficeError({ error }: { error: unknown }) {
  const known = isRouteErrorResponse(error) && error.status < 500 && typeof error.data === 'string';
  return (
    <>
      <title>Something went wrong | Back office</title>
      <h1>{known ? error.data : 'Something went wrong'}</h1>
      {known ? null : <p>The fault is on our side. Please try again in a few minutes.</p>}
      <p>
        <Link className="button" to={firstPage} reloadDocument>
          Back to Dashboard
        </Link>
      </p>
    </>
  );
}
