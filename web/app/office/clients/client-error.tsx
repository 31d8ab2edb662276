import { isRouteErrorResponse } from 'react-router';
import { BackOfficeError, BackToDashboard, CouldNotLoad } from '#web/app/office/back-office-frame.tsx';

export const clientNotFound = 'Client not found';

/** @returns whether the client does not exist, as opposed to a failure of ours. */
export function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/** Shown instead of a page about a client that could not be loaded. */
export function ClientError({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 403) return <BackOfficeError error={error} />;
  return (
    <>
      <BackToDashboard />
      <h1>{isMissing(error) ? clientNotFound : 'Client'}</h1>
      {isMissing(error) ? (
        <p>
          The account may have ended: an unverified one does after 30 days. The dashboard lists all that there
          are.
        </p>
      ) : (
        <CouldNotLoad failed="Failed to load client data" />
      )}
    </>
  );
}
