import { backOfficeMeta } from '#web/app/routes/admin/back-office.ts';
import { BackToDashboard } from '#web/app/routes/admin/back-office-frame.tsx';
import { forStaff } from '#web/app/routes/admin/staff-request.server.ts';
import type { Outputs } from '#web/app/trpc.ts';
import type { Route } from './+types/system';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, ({ api }) => api.system.report());
}

export function meta() {
  return backOfficeMeta('System');
}

export default function System({ loaderData }: Route.ComponentProps) {
  const { version, node, mongodb, payload, failedMails, auditProtected } = loaderData;
  return (
    <>
      <BackToDashboard />
      <h1>System</h1>
      <p>What runs here. Support may ask you for it.</p>
      {!mongodb.supported && (
        <p className="notice warn">
          MongoDB {mongodb.version} no longer gets security updates. Ask whoever runs this site to upgrade to
          MongoDB 8.0.
        </p>
      )}
      {!auditProtected && (
        <p className="notice warn">
          The site&rsquo;s database user may change the audit log. Ask whoever runs this site to run
          scripts/setup.ts, or to allow this user no more than to read and add entries.
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
          <Row part="Emails not sent" now={`${failedMails.count}${failedMails.more ? '+' : ''}`} />
        </tbody>
      </table>
    </>
  );
}

function Row({ part, now }: { part: string; now: string }) {
  return (
    <tr>
      <th scope="row">{part}</th>
      <td data-label="Now">{now}</td>
    </tr>
  );
}

function sourceText(from: Outputs['system']['report']['mongodb']['from']): string {
  if (from === 'PATH') return 'installed on this machine';
  return from ? `downloaded from ${from}` : 'a server of its own';
}
