import { Link } from 'react-router';
import { formatEastern } from '#web/app/dates.ts';
import { contractPath } from '#web/app/routes/admin/contracts/addresses.ts';
import { RecordTable } from '#web/app/routes/admin/record-table.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { actorOf, eventWords } from './event-words.ts';

/** What happened, newest first. */
export function EventTable({ events }: { events: Outputs['clients']['timeline']['events'] }) {
  return (
    <RecordTable caption="Newest first. Times are Eastern." columns={['What', 'Who', 'When', 'More']}>
      {events.map((event) => {
        const { id, name, at, text, contract } = event;
        return (
          <tr key={`${name}-${id}`}>
            <th scope="row">{eventWords[name]}</th>
            <td data-label="Who">{actorOf(event)}</td>
            <td data-label="When">
              <time dateTime={at}>{formatEastern(at)} Eastern time</time>
            </td>
            <td data-label="More" className="long">
              {text}
              {contract ? <Link to={contractPath(contract.id)}>Contract {contract.reference}</Link> : null}
            </td>
          </tr>
        );
      })}
    </RecordTable>
  );
}
