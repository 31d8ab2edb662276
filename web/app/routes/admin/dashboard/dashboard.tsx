import { Link } from 'react-router';
import { LatestSuccess } from '../../../components/toast.tsx';
import { type Outputs, trpc } from '../../../trpc.ts';
import { applications } from '../applications/applications.ts';
import { backOfficeMeta } from '../back-office-meta.ts';
import { evaluations } from '../evaluations/evaluations.ts';
import { forStaff } from '../for-staff.server.ts';
import { formatEastern } from '../submissions/eastern-time.ts';
import { pendingText } from '../submissions/pending-text.ts';
import type { Queue } from '../submissions/queue.ts';
import type { Route } from './+types/dashboard';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => ({
    evaluations: await api.evaluations.pending(),
    applications: await api.applications.pending(),
    mail: await api.mail.troubleCount(),
    retention: await api.retention.last(),
  }));
}

export function meta() {
  return backOfficeMeta('Dashboard');
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1>Dashboard</h1>
      <LatestSuccess />
      <ul className="office-cards">
        {[applications, evaluations].map((queue) => (
          <QueueCard key={queue.name} queue={queue} loaded={loaderData[queue.name]} />
        ))}
        <Card path="/admin/contracts" heading="Contracts" text="Who signed, and what" />
        <Card path="/admin/exports" heading="Exports" text="Download what people sent, as a file" />
        <Card path="/admin/mail" heading="Mail" text={mailText(loaderData.mail)} />
        <Card path="/admin/retention" heading="Retention" text={retentionText(loaderData.retention)} />
      </ul>
    </>
  );
}

function Card({ path, heading, text }: { path: string; heading: string; text: string }) {
  return (
    <li className="card">
      <h2>
        <Link to={path}>{heading}</Link>
      </h2>
      <p>{text}</p>
    </li>
  );
}

function mailText({ count, more }: Outputs['mail']['troubleCount']): string {
  return count === 0 ? 'Nothing is stuck' : `${count}${more ? '+' : ''} not sent`;
}

function retentionText(last: Outputs['retention']['last']): string {
  return last ? `Last run ${formatEastern(last)}` : 'No run yet';
}

interface QueueCardProps {
  queue: Queue;
  loaded: Outputs['evaluations']['pending'];
}

function QueueCard({ queue: { name, path, heading }, loaded }: QueueCardProps) {
  const { data: pending } = trpc[name].pending.useQuery(undefined, { initialData: loaded });
  return (
    <li className="card">
      <h2>
        <Link to={path}>{heading}</Link>
      </h2>
      <p role="status">{pendingText(pending)}</p>
    </li>
  );
}
