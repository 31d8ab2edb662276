import { shortDate } from '@claimdesk/forms/calendar';
import { Link } from 'react-router';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { recordsLink, recordsPath } from './addresses.ts';

type Matter = Outputs['matters']['detail'];

/** Whose records were requested, and whether they came and went to Social Security. */
export function Evidence({ matter: { number, evidence } }: { matter: Matter }) {
  const may = usePermissions()('matters.enter');
  return (
    <>
      {may ? (
        <p>
          <Link
            {...dialogLinkProps}
            id={linkIdOf(recordsLink())}
            className="button secondary small"
            to={recordsPath(number)}
          >
            Records were requested
          </Link>
        </p>
      ) : null}
      {evidence.length === 0 ? (
        <p>No records were requested yet. Each request is listed here, with when they came and were sent.</p>
      ) : (
        <RecordTable
          caption="Requests for records, the oldest first"
          columns={['Provider', 'Requested', 'Came', 'Sent']}
        >
          {evidence.map(({ id, provider, requested, received, sent }) => (
            <tr key={id}>
              <th scope="row">{provider}</th>
              <td data-label="Requested">
                <Day day={requested} />
              </td>
              <td data-label="Came">
                <Step number={number} request={id} step="received" day={received} may={may} of={provider} />
              </td>
              <td data-label="Sent">
                <Step number={number} request={id} step="sent" day={sent} may={may} of={provider} />
              </td>
            </tr>
          ))}
        </RecordTable>
      )}
    </>
  );
}

function Day({ day }: { day: string }) {
  return <time dateTime={day}>{shortDate(day)}</time>;
}

interface StepProps {
  number: string;
  request: string;
  step: 'received' | 'sent';
  day: string | null;
  may: boolean;
  of: string;
}

const stepWords = { received: 'They came', sent: 'They were sent' } as const;

/** The day of a step, or the link that says that it was taken. */
function Step({ number, request, step, day, may, of }: StepProps) {
  if (day) return <Day day={day} />;
  if (!may) return 'Not yet';
  return (
    <Link
      {...dialogLinkProps}
      id={linkIdOf(recordsLink(request, step))}
      to={recordsPath(number, request, step)}
    >
      {stepWords[step]}
      <span className="visually-hidden">: {of}</span>
    </Link>
  );
}
