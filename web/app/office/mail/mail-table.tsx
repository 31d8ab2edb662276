import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { PageForm } from '#web/app/office/change-form.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';

type FailedEmail = Outputs['failedEmails']['list']['rows'][number];

export const mailRetried = { title: 'Trying again', text: 'The mail is being sent now.' };

const columns = ['About', 'Written', 'Why it was not sent', 'Attempts', 'Next attempt'];

export function MailTable({ rows }: { rows: FailedEmail[] }) {
  return (
    <RecordTable
      caption="Oldest first. Times are in Eastern time."
      columns={usePermissions()('failedEmails.retry') ? [...columns, 'What you can do'] : columns}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </RecordTable>
  );
}

function Row({ row }: { row: FailedEmail }) {
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
      {can('failedEmails.retry') ? <td>{state === 'sending' ? null : <Buttons row={row} />}</td> : null}
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

function Buttons({ row: { id, kind, createdAt, state } }: { row: FailedEmail }) {
  const retry = trpc.failedEmails.retry.useMutation();
  const giveUp = trpc.failedEmails.abandon.useMutation();
  // Many rows are of one kind, so the button also names the time of its row.
  const which = (
    <span className="visually-hidden"> {`${kind}, written ${shortEasternDateTime(createdAt)}`}</span>
  );
  return (
    <>
      <PageForm
        button={<>Try again now{which}</>}
        look="secondary small"
        done={mailRetried}
        save={() => retry.mutateAsync({ id })}
      />
      {state === 'waiting' ? (
        <PageForm
          button={<>Give up{which}</>}
          look="danger small"
          done={{ title: 'Given up', text: 'It will not be sent unless you try again.' }}
          save={() => giveUp.mutateAsync({ id })}
        />
      ) : null}
    </>
  );
}
