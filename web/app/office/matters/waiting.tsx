import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { firstPage } from '#web/app/office/back-office.ts';
import { CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { clientPath, unknownName } from '#web/app/office/clients/client-table.tsx';
import { dialogLinkProps } from '#web/app/office/list-dialog.tsx';
import { listAddress } from '#web/app/office/lists/list-filter.ts';
import { ownerName } from '#web/app/office/owner-form.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { SampleBadge } from '#web/app/office/sample-badge.tsx';
import { CallClock } from '#web/app/office/submissions/call-clock.tsx';
import { type Queue, queues } from '#web/app/office/submissions/queues.ts';
import type { Outputs } from '#web/app/trpc.ts';

type Waiting = Outputs['matters']['waiting'];
type Call = Waiting['evaluations']['rows'][number];
type Sender = Waiting['documents']['rows'][number];

/** Where the page has them. */
export const waitingIds = { calls: 'to-call', replies: 'replies' } as const;

const pathOf = (name: Queue['name']) => queues.find((queue) => queue.name === name)?.path ?? firstPage;
const evaluationsPath = pathOf('evaluations');
const callRequestsPath = pathOf('callRequests');

/** @returns how many there are of all groups: `12`, `99+`. */
export function countText(...groups: { count: number; more: boolean }[]): string {
  const sum = groups.reduce((total, { count }) => total + count, 0);
  return `${sum}${groups.some(({ more }) => more) ? '+' : ''}`;
}

/** Who waits for a call or for somebody to read what they sent: beside each other where there is room. */
export function WaitingGroups({ waiting }: { waiting: Waiting | null | undefined }) {
  if (!waiting) return <CouldNotLoad failed="Failed to load who waits for a call or a reply" />;
  const { evaluations, callRequests, documents } = waiting;
  const pending = { status: 'pending' };
  return (
    <div className="waiting-groups">
      <Group
        id={waitingIds.calls}
        heading="Evaluations to call"
        count={countText(evaluations)}
        empty="No evaluation waits for a call."
        links={[[listAddress(evaluationsPath, pending), 'All pending evaluations']]}
      >
        {evaluations.rows.length > 0 ? (
          <RecordTable
            className="waiting"
            caption="Evaluations to call, the nearest promised call first."
            columns={['Name', 'Call', 'Phone', 'Owner']}
          >
            {evaluations.rows.map((row) => (
              <tr key={row.id}>
                <CallName row={row} path={evaluationsPath} />
                <CallTime row={row} />
                <td data-label="Phone">{row.phone ? <Phone row={row} phone={row.phone} /> : 'Not known'}</td>
                <td data-label="Owner">{ownerName(row.owner)}</td>
              </tr>
            ))}
          </RecordTable>
        ) : null}
      </Group>
      <Group
        id={waitingIds.replies}
        heading="Replies"
        count={countText(callRequests, documents)}
        empty="Nothing that came back waits for us."
        links={[
          [listAddress(callRequestsPath, pending), 'All pending call requests'],
          [listAddress(`${firstPage}#clients`, { status: 'waiting' }), 'All clients who wait'],
        ]}
      >
        {callRequests.rows.length + documents.rows.length > 0 ? (
          <RecordTable
            className="waiting"
            caption="Replies: requests for a call, the nearest promised call first, then documents."
            columns={['Name', 'What came', 'When', 'Owner']}
          >
            {callRequests.rows.map((row) => (
              <tr key={row.id}>
                <CallName row={row} path={callRequestsPath} />
                <td data-label="What came">
                  Asked for a call{row.phone ? ', ' : null}
                  {row.phone ? <Phone row={row} phone={row.phone} /> : null}
                </td>
                <CallTime row={row} label="When" />
                <td data-label="Owner">{ownerName(row.owner)}</td>
              </tr>
            ))}
            {documents.rows.map((row) => (
              <SenderRow key={row.id} row={row} />
            ))}
          </RecordTable>
        ) : null}
      </Group>
    </div>
  );
}

interface GroupProps {
  id: string;
  heading: string;
  count: string;
  /** What is said where there are none. */
  empty: string;
  links: [path: string, text: string][];
  /** The table; null where nobody waits. */
  children: React.ReactNode;
}

function Group({ id, heading, count, empty, links, children }: GroupProps) {
  const headingId = `${id}-heading`;
  return (
    <section className="titled due-group" id={id} aria-labelledby={headingId}>
      <h2 id={headingId}>{count === '0' ? heading : `${heading}: ${count}`}</h2>
      {children ?? <p>{empty}</p>}
      <ul className="record-links">
        {links.map(([path, text]) => (
          <li key={path}>
            <Link to={path}>{text}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CallName({ row: { id, name, isSample }, path }: { row: Call; path: string }) {
  return (
    <th scope="row">
      <Link {...dialogLinkProps} state={{}} to={`${path}/${id}`}>
        {name || 'No name'}
      </Link>
      <SampleBadge isSample={isSample} />
    </th>
  );
}

function CallTime({ row: { callBy, called }, label = 'Call' }: { row: Call; label?: string }) {
  return (
    <td data-label={label}>
      {callBy || called ? <CallClock callBy={callBy} called={called} /> : 'No time promised'}
      {callBy ? `, ${callBy.text}` : null}
    </td>
  );
}

/** A number alone says nothing to those who hear it among others. */
function Phone({ row: { name }, phone }: { row: Call; phone: NonNullable<Call['phone']> }) {
  return (
    <a href={phone.href} className="phone">
      {phone.text}
      <span className="visually-hidden">, call {name || 'the one without a name'}</span>
    </a>
  );
}

function SenderRow({ row: { id, name, since, isSample } }: { row: Sender }) {
  return (
    <tr>
      <th scope="row">
        <Link to={clientPath(id)}>{name ?? unknownName}</Link>
        <SampleBadge isSample={isSample} />
      </th>
      <td data-label="What came">Sent documents that nobody has opened</td>
      <td data-label="When">
        <time dateTime={since}>{shortEasternDateTime(since)}</time>
      </td>
      <td data-label="Owner">{ownerName(null)}</td>
    </tr>
  );
}
