import { Link } from 'react-router';
import { LatestSuccess } from '../../../components/toast.tsx';
import { type Outputs, trpc } from '../../../trpc.ts';
import { applications } from '../applications/applications.ts';
import { backOfficeMeta } from '../back-office-meta.ts';
import { evaluations } from '../evaluations/evaluations.ts';
import { forStaff } from '../for-staff.server.ts';
import { pendingText } from '../submissions/pending-text.ts';
import type { Queue } from '../submissions/queue.ts';
import type { Route } from './+types/dashboard';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => ({
    evaluations: await api.evaluations.pending(),
    applications: await api.applications.pending(),
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
        <li className="card">
          <h2>
            <Link to="/admin/exports">Exports</Link>
          </h2>
          <p>Download what people sent, as a file</p>
        </li>
      </ul>
    </>
  );
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
