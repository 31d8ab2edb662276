import { longDate } from '@claimdesk/forms/calendar';
import { Link } from 'react-router';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { matterPath } from './addresses.ts';
import { benefitsText } from './matter-words.ts';

/** Names the link that opens the dialog, which gives the focus back to it. */
export const claimLink = 'claim';

/** For which benefits the claim is, with its days and its office. */
export function Claim({ matter }: { matter: Outputs['matters']['detail'] }) {
  const { number, benefits, claim, protectiveFiling } = matter;
  const can = usePermissions();
  const dayText = (day: string | null) => (day ? longDate(day) : '');
  const rows: [string, string][] = [
    ['Benefits', benefitsText(benefits)],
    ['Protective filing day', dayText(protectiveFiling)],
    ['Alleged onset', dayText(claim.onset)],
    ['Date last insured', dayText(claim.insuredUntil)],
    ['Office of Social Security', claim.office],
  ];
  return (
    <>
      <dl className="record">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text === '' ? 'Not known' : text}</dd>
          </div>
        ))}
      </dl>
      {can('matters.editClaim') ? (
        <p>
          <Link
            {...dialogLinkProps}
            id={linkIdOf(claimLink)}
            className="button secondary small"
            to={`${matterPath(number)}/claim`}
          >
            Edit the claim
          </Link>
        </p>
      ) : null}
    </>
  );
}
