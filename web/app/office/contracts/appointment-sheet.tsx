import { Link, Outlet, useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { listPath as staffPath } from '#web/app/office/staff/account-words.ts';
import { prefetch } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { CopyButton } from '#web/app/ui/components/copy-button.tsx';
import type { Route } from './+types/appointment-sheet';
import '#web/app/ui/components/confirmation.css';
import { contractPath, sheetPath } from './addresses.ts';

type Box = Outputs['contracts']['appointmentSheet']['parts'][number]['boxes'][number];

export function loader(page: Route.LoaderArgs) {
  return prefetch(page, (api) => [api.contracts.appointmentSheet({ id: page.params.id })]);
}

export { isOtherPage as shouldRevalidate } from '#web/app/office/list-dialog.tsx';

export function meta() {
  return untitledMeta;
}

/** What goes into form SSA-1696, box by box, to be copied into it. */
export default function AppointmentSheet({ params: { id } }: Route.ComponentProps) {
  const [{ reference, parts }] = trpc.contracts.appointmentSheet.useSuspenseQuery({ id });
  const { key } = useLocation();
  const can = usePermissions();
  const missing = parts.flatMap(({ title, boxes }) =>
    boxes.filter(({ state }) => state === 'missing').map((box) => ({ ...box, title })),
  );
  return (
    <>
      <p>
        <Link to={contractPath(id)}>Contract {reference}</Link>
      </p>
      <title>{`SSA-1696 for contract ${reference} | Back office`}</title>
      <h1>Sheet for form SSA-1696</h1>
      <Outlet key={key} />
      {missing.length > 0 ? (
        <section className="notice warn">
          <h2>What is missing</h2>
          <ul>
            {missing.map(({ title, box, note, enteredAt }) => (
              <li key={title + box}>
                {title}, {box}: {note}
                {enteredAt && can('staffAccounts.list') ? (
                  <>
                    {' '}
                    <Link to={staffPath}>Staff accounts</Link>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p>Nothing is missing.</p>
      )}
      {parts.map(({ title, boxes }) => (
        <section key={title} className="titled">
          <h2>{title}</h2>
          <dl className="record">
            {boxes.map((box) => (
              <div key={box.box}>
                <dt>{box.box}</dt>
                <dd>
                  <Value id={id} part={title} box={box} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

interface ValueProps {
  /** Of the contract. */
  id: string;
  /** The title of the form's part. */
  part: string;
  box: Box;
}

/** The value is text that can be selected, also where no script copies it. */
function Value({ id, part, box: { box, state, value, note } }: ValueProps) {
  const can = usePermissions();
  const copy = (
    <>
      Copy
      <span className="visually-hidden">
        {' '}
        {part}, {box}
      </span>
    </>
  );
  return (
    <>
      {state === 'missing' ? 'Missing' : null}
      {value ? <span className="box-value">{value}</span> : null}
      {state === 'ready' ? <CopyButton text={value} label={copy} /> : null}
      {state === 'secret' && can('contracts.revealSsn') ? (
        <Link id={linkIdOf('reveal')} to={`${sheetPath(id)}/reveal`} {...dialogLinkProps}>
          Reveal<span className="visually-hidden"> the Social Security number</span>
        </Link>
      ) : null}
      {note ? <span className="box-note">{note}</span> : null}
    </>
  );
}
