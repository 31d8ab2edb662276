import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { DecisionRow, RecordTable } from '#web/app/office/record-table.tsx';
import { prefetch } from '#web/app/office/staff-request.server.ts';
import { capitalized, queues } from '#web/app/office/submissions/queues.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/retention';

export function loader(page: Route.LoaderArgs) {
  return prefetch(page, ({ retention }) => [retention.report(), retention.removals()]);
}

export function meta() {
  return backOfficeMeta('Retention');
}

export default function Retention() {
  const [{ rules, runs }] = trpc.retention.report.useSuspenseQuery();
  const [removals] = trpc.retention.removals.useSuspenseQuery();
  return (
    <>
      <BackToDashboard />
      <h1>Retention</h1>
      <p>
        What is no longer needed is deleted automatically, once a day. Nothing else is ever deleted
        automatically. What people sent can be deleted from its own page, when they ask for it; so can a
        matter without a contract or an account.
      </p>
      <h2>How long things are kept</h2>
      <ul>
        {rules.map(({ label, days, since }) => (
          <li key={label}>
            {capitalized(label)}:{' '}
            {days > 0 ? `${days} ${days === 1 ? 'day' : 'days'} ${since}` : `deleted ${since}`}
          </li>
        ))}
      </ul>
      <h2>What was deleted</h2>
      {runs.length === 0 ? <p>Nothing has been deleted yet.</p> : <Runs runs={runs} />}
      <h2>What staff deleted</h2>
      {removals.length === 0 ? <p>Staff have deleted nothing yet.</p> : <Removals removals={removals} />}
    </>
  );
}

type Run = Outputs['retention']['report']['runs'][number];

function Runs({ runs }: { runs: Run[] }) {
  return (
    <RecordTable
      caption="The last 30 days, newest first. Times are in Eastern time."
      columns={['When', 'Deleted']}
    >
      {runs.map((run) => (
        <tr key={run.id}>
          <th scope="row">
            <time dateTime={run.startedAt}>{shortEasternDateTime(run.startedAt)}</time>
          </th>
          <td data-label="Deleted">{deletedText(run)}</td>
        </tr>
      ))}
    </RecordTable>
  );
}

function Removals({ removals }: { removals: Outputs['retention']['removals'] }) {
  return (
    <RecordTable
      caption="The last 50, newest first, each kept for six years. Times are in Eastern time."
      columns={['What', 'Who', 'When', 'Reason']}
    >
      {removals.map(({ id, kind, reference, who, at, reason }) => (
        <DecisionRow
          key={id}
          what={`${capitalized(nounOf(kind))} ${reference}`}
          who={who}
          at={at}
          reason={reason}
        />
      ))}
    </RecordTable>
  );
}

function nounOf(kind: string): string {
  if (kind === 'matters') return 'matter';
  return queues.find(({ name }) => name === kind)?.one ?? 'signed contract';
}

function deletedText({ deleted, failed }: Run): string {
  const counts = capitalized(deleted.map(({ label, count }) => `${label}: ${count}`).join('; '));
  const faults = failed.length > 0 ? ` Failed, tried again tomorrow: ${failed.join(', ')}.` : '';
  return `${counts || 'Nothing had expired'}.${faults}`;
}
