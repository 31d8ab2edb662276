import { Link } from 'react-router';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { matterPath, mergePath } from './addresses.ts';

/** The same client's other matters. The account's own one can be merged into that of a contract. */
export function OtherMatters({
  matter: { number, contract, others },
}: {
  matter: Outputs['matters']['detail'];
}) {
  const may = usePermissions()('matters.merge');
  return (
    <ul>
      {others.map((other) => {
        const [from, into] = contract ? [other.number, number] : [number, other.number];
        const canMerge = may && (contract !== null) === other.isOwn;
        return (
          <li key={other.number}>
            <Link to={matterPath(other.number)}>{other.number}</Link>,{' '}
            {other.isOwn ? 'of the account' : 'of a contract'}
            {canMerge ? (
              <p>
                <Link
                  {...(contract ? {} : dialogLinkProps)}
                  id={linkIdOf(`merge-${into}`)}
                  className="button secondary small"
                  to={mergePath(from, into)}
                >
                  Merge {from} into {into}
                </Link>
              </p>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
