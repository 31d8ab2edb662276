import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { eventWords } from '#web/app/event-words.ts';
import { eventKinds, historyText } from '#web/app/office/matters/matter-words.ts';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { capitalized } from '#web/app/office/submissions/queues.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { recordPath, recordWords } from './links.ts';
import { actorOf } from './timeline-kinds.ts';

/** What happened, newest first. */
export function EventTable({ events }: { events: Outputs['clients']['timeline']['events'] }) {
  return (
    <RecordTable caption="Newest first. Times are in Eastern time." columns={['What', 'Who', 'When', 'More']}>
      {events.map((event) => {
        const { id, name, at, record, happened } = event;
        const text = happened?.facts ? historyText(happened.facts) : event.text;
        return (
          <tr key={`${name}-${id}`}>
            <th scope="row">{happened ? eventKinds[happened.kind] : eventWords[name].staff}</th>
            <td data-label="Who">{actorOf(event)}</td>
            <td data-label="When">
              <time dateTime={at}>{shortEasternDateTime(at)}</time>
            </td>
            <td data-label="More" className="long">
              {record ? (
                <Link to={recordPath(record.kind, record.id)}>
                  {capitalized(recordWords[record.kind])} {record.reference}
                </Link>
              ) : null}
              {record && text ? ': ' : null}
              {text}
            </td>
          </tr>
        );
      })}
    </RecordTable>
  );
}
