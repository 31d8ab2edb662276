import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { clientPath } from '#web/app/office/clients/client-table.tsx';
import { contractPath } from '#web/app/office/contracts/addresses.ts';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { matterPath } from './addresses.ts';
import { PhoneCalls } from './phone-calls.tsx';

type Matter = Outputs['matters']['detail'];

/** Names the link that opens the dialog, which gives the focus back to it. */
export const personLink = 'person';

/** Whose matter it is, and where that is from. */
export function Person({ matter }: { matter: Matter }) {
  const { number, dateOfBirth, ssn, address, phones, email, openedAt, contract, client } = matter;
  const can = usePermissions();
  const rows: Record<string, React.ReactNode> = {
    Phone: phones.map((each, at) => <PhoneCalls key={each} id={number} phone={each} position={at + 1} />),
    Email: email,
    Address: address,
    'Date of birth': dateOfBirth,
    'Social Security number': ssn,
    Contract: contract ? <Link to={contractPath(contract.id)}>{contract.reference}</Link> : 'None signed',
    'Portal account': client ? <Link to={clientPath(client)}>Open the client’s page</Link> : 'None',
    Matter: `${number}, opened ${shortEasternDateTime(openedAt)} Eastern time`,
  };
  return (
    <>
      <dl className="record">
        {Object.entries(rows).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === '' || (Array.isArray(value) && value.length === 0) ? 'Not known' : value}</dd>
          </div>
        ))}
      </dl>
      {matter.person ? null : (
        <p className="hint">
          <SaidElsewhere matter={matter} />
        </p>
      )}
      {matter.person && can('matters.editPerson') ? (
        <p>
          <Link
            {...dialogLinkProps}
            id={linkIdOf(personLink)}
            className="button secondary small"
            to={`${matterPath(number)}/person`}
          >
            Edit the person
          </Link>
        </p>
      ) : null}
    </>
  );
}

/** Says where the person of a matter is changed. */
export function SaidElsewhere({ matter: { contract, client } }: { matter: Matter }) {
  if (contract)
    return (
      <>
        The person is who signed contract <Link to={contractPath(contract.id)}>{contract.reference}</Link>.
        What was signed stays as it is.
      </>
    );
  if (client)
    return (
      <>
        The person is who has the portal account. <Link to={clientPath(client)}>Open the client’s page</Link>{' '}
        to correct it.
      </>
    );
  return 'What is known of this person can’t be read any more.';
}
