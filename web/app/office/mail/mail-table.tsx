import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import type { Outputs } from '#web/app/trpc.ts';

type FailedEmail = Outputs['failedEmails']['list']['rows'][number];

const columns = ['About', 'Written', 'Why it was not sent', 'Attempts', 'Next attempt'];

/** @param path where the buttons post to. */
export function MailTable({ rows, path }: { rows: FailedEmail[]; path: string }) {
  return (
    <RecordTable
      caption="Oldest first. Times are in Eastern time."
      columns={usePermissions()('failedEmails.retry') ? [...columns, 'What you can do'] : columns}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} path={path} />
      ))}
    </RecordTable>
  );
}

function Row({ row, path }: { row: FailedEmail; path: string }) {
  const { kind, createdAt, reason, attempts, state } = row;
  const can = usePermissions();
  return (
    <tr>
      <th scope="row">{kind}</th>
      <td data-label="Written">
        <time dateTime={createdAt}>{shortEasternDateTime(createdAt)}</time>
      </td>
      <td data-label="Why it was not sent">{reason}</td>
      <td data-label="Attempts">{attempts}</td>
      <td data-label="Next attempt">
        <NextAttempt row={row} />
      </td>
      {can('failedEmails.retry') ? (
        <td>{state === 'sending' ? null : <Buttons row={row} path={path} />}</td>
      ) : null}
    </tr>
  );
}

function NextAttempt({ row: { state, nextTryAt, deadAt } }: { row: FailedEmail }) {
  if (state === 'sending') return 'Being sent now';
  if (nextTryAt) return <time dateTime={nextTryAt}>{shortEasternDateTime(nextTryAt)}</time>;
  return (
    <>
      None: given up
      {deadAt ? <time dateTime={deadAt}> {shortEasternDateTime(deadAt)}</time> : null}
    </>
  );
}

function Buttons({ row: { id, kind, createdAt, state }, path }: { row: FailedEmail; path: string }) {
  // Many rows are of one kind, so the button also names the time of its row.
  const which = `${kind}, written ${shortEasternDateTime(createdAt)}`;
  return (
    <StaffForm action={path} className="button-row">
      <input type="hidden" name="id" value={id} />
      <button type="submit" name="do" value="retry" className="button secondary small">
        Try again now<span className="visually-hidden"> {which}</span>
      </button>
      {state === 'waiting' ? (
        <button type="submit" name="do" value="give-up" className="button danger small">
          Give up<span className="visually-hidden"> {which}</span>
        </button>
      ) : null}
    </StaffForm>
  );
}
