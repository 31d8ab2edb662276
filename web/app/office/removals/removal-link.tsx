import type { ProcedureName } from '@claimdesk/api/router';
import { Link, useLocation } from 'react-router';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';

/** Tells the link apart from others on the page. */
export const removalLink = 'delete';

interface Props {
  /** The address of the record. */
  path: string;
  procedure: ProcedureName;
  /** What is deleted, for screen readers that read the link alone. */
  what: string;
}

/** Opens the dialog that deletes a record; shown to accounts that may delete it. */
export function RemovalLink({ path, procedure, what }: Props) {
  const { search } = useLocation();
  const can = usePermissions();
  if (!can(procedure)) return null;
  return (
    <Link
      id={linkIdOf(removalLink)}
      className="button quiet"
      to={`${path}/delete${search}`}
      {...dialogLinkProps}
    >
      Delete<span className="visually-hidden"> {what}</span>
    </Link>
  );
}
