import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import type { ReactNode } from 'react';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard } from '#web/app/office/back-office-frame.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { prefetch } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { fileSize } from '#web/app/ui/files/documents.ts';
import type { Route } from './+types/system';

export function loader(page: Route.LoaderArgs) {
  return prefetch(page, (api) => [api.system.report()]);
}

export function meta() {
  return backOfficeMeta('System');
}

export default function System() {
  const [report] = trpc.system.report.useSuspenseQuery();
  const { version, node, mongodb, payload, failedMails, jobs, freeSpace, unconfirmed } = report;
  const { auditProtected, auditFault, auditCheck, held, backups } = report;
  const isFull = freeSpace.bytes !== null && freeSpace.bytes < freeSpace.least;
  const late = jobs.filter(({ late }) => late).map(({ name }) => name);
  return (
    <>
      <BackToDashboard />
      <h1>System</h1>
      <p>What runs here. Support may ask you for it.</p>
      {held && (
        <p className="notice warn">
          The backup {held.backup} was restored here (<Time at={held.since} />
          ), so nothing is mailed, printed or deleted. Whoever runs this site releases it with npm run
          restore:release, once all is found to be there.
        </p>
      )}
      {!mongodb.supported && (
        <p className="notice warn">
          MongoDB {mongodb.version} lacks security updates. Ask whoever runs this site to upgrade to the
          newest MongoDB 8.0.
        </p>
      )}
      {!auditProtected && (
        <p className="notice warn">
          The site&rsquo;s database user may change the audit log. Ask whoever runs this site to run
          scripts/setup.ts, or to allow this user no more than to read and add entries.
        </p>
      )}
      {auditFault && (
        <p className="notice warn">
          The audit log is stopped, and nothing is done that has to be on record: {auditFault} Ask whoever
          runs this site to follow &ldquo;The audit log&rdquo; in docs/deployment.md.
        </p>
      )}
      {auditCheck && auditCheck.faults > 0 && (
        <p className="notice warn">
          The last check of the audit log found {auditCheck.faults} faults: {auditCheck.first.join(' ')} Ask
          whoever runs this site to run npm run audit:verify.
        </p>
      )}
      {backups.rehearsal && backups.rehearsal.faults.length > 0 && (
        <p className="notice warn">
          The last rehearsal of a backup found faults: {backups.rehearsal.faults.join(' ')} Ask whoever runs
          this site to make a new backup, and to rehearse that.
        </p>
      )}
      {isFull && (
        <p className="notice warn">
          There is too little space left for documents, so no file is taken from clients or staff. Ask whoever
          runs this site to make room on the disk of the database.
        </p>
      )}
      {late.length > 0 && (
        <p className="notice warn">
          Work in the background is late ({late.join(', ')}): emails may wait and documents may be missing.
          Ask whoever runs this site whether a site or a worker runs the background jobs.
        </p>
      )}
      <table className="table">
        <caption>Versions and counts</caption>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          <Row part="claimdesk" now={version} />
          <Row part="MongoDB (database)" now={`${mongodb.version}, ${sourceText(mongodb.from)}`} />
          <Row part="Payload (CMS)" now={payload} />
          <Row part="Node" now={node} />
          <Row part="Audit log" now={auditProtected ? 'cannot be changed by the site' : 'can be changed'} />
          <Row part="Audit log, checked" now={<Check check={auditCheck} />} />
          <Row part="Backup" now={<Backup backups={backups} />} />
          <Row part="Backup, restored to try it" now={<Rehearsed backups={backups} />} />
          <Row part="Space for documents" now={spaceText(freeSpace)} />
          <Row
            part="Sent before accounts were confirmed"
            now={`${fileSize(unconfirmed.bytes)} of ${fileSize(unconfirmed.most)}`}
          />
          <Row part="Emails not sent" now={`${failedMails.count}${failedMails.more ? '+' : ''}`} />
        </tbody>
      </table>
      <Jobs jobs={jobs} />
    </>
  );
}

/** By their names in the log, which support asks for. */
function Jobs({ jobs }: Pick<Outputs['system']['report'], 'jobs'>) {
  return (
    <RecordTable
      caption="Work in the background, by its names in the log. Times are in Eastern time."
      columns={['Job', 'Last run', 'Last failure', 'Waiting', 'Running']}
    >
      {jobs.map(({ name, ranAt, failed, waiting, next, running }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td data-label="Last run">{ranAt ? <Time at={ranAt} /> : 'none yet'}</td>
          <td data-label="Last failure" className="long">
            {failed ? (
              <>
                <Time at={failed.at} />, {failed.error}
              </>
            ) : (
              'none'
            )}
          </td>
          <td data-label="Waiting">
            {next ? (
              <>
                until <Time at={next} />
              </>
            ) : (
              waiting
            )}
          </td>
          <td data-label="Running">{running}</td>
        </tr>
      ))}
    </RecordTable>
  );
}

function Time({ at }: { at: string }) {
  return <time dateTime={at}>{shortEasternDateTime(at)}</time>;
}

function Check({ check }: { check: Outputs['system']['report']['auditCheck'] }) {
  if (!check) return 'not yet checked';
  const { at, entries, faults } = check;
  return (
    <>
      <Time at={at} />, {entries.toLocaleString('en-US')} entries,{' '}
      {faults === 0 ? 'no faults' : `${faults} faults`}
    </>
  );
}

type Backups = Pick<Outputs['system']['report'], 'backups'>;

function Backup({ backups: { on, newest } }: Backups) {
  if (newest) return <Time at={newest} />;
  return on ? 'none yet' : 'not made by the site';
}

function Rehearsed({ backups: { rehearsal } }: Backups) {
  if (!rehearsal) return 'never';
  const { at, faults } = rehearsal;
  return (
    <>
      <Time at={at} />, {faults.length === 0 ? 'no faults' : `${faults.length} faults`}
    </>
  );
}

function Row({ part, now }: { part: string; now: ReactNode }) {
  return (
    <tr>
      <th scope="row">{part}</th>
      <td data-label="Now">{now}</td>
    </tr>
  );
}

function spaceText({ bytes, least }: Outputs['system']['report']['freeSpace']): string {
  if (bytes === null) return 'not measured';
  return `${fileSize(bytes)} left; no file is taken below ${fileSize(least)}`;
}

function sourceText(from: Outputs['system']['report']['mongodb']['from']): string {
  if (from === 'PATH') return 'installed on this machine';
  return from ? `downloaded from ${from}` : 'a server of its own';
}
