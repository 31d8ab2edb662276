import { Link } from 'react-router';
import { LatestSuccess } from '../../../components/toast.tsx';
import { type Outputs, trpc } from '../../../trpc.ts';
import { backOfficeMeta } from '../back-office-meta.ts';
import { forStaff } from '../for-staff.server.ts';
import type { Route } from './+types/dashboard';

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => ({ pending: await api.evaluations.pending() }));
}

export function meta() {
  return backOfficeMeta('Dashboard');
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { data: pending } = trpc.evaluations.pending.useQuery(undefined, { initialData: loaderData.pending });
  return (
    <>
      <h1>Dashboard</h1>
      <LatestSuccess />
      <ul className="office-cards">
        <li className="card">
          <h2>
            <Link to="/admin/case-evaluations">Case evaluations</Link>
          </h2>
          <p role="status">{pendingText(pending)}</p>
        </li>
      </ul>
    </>
  );
}

function pendingText({ count, more }: Outputs['evaluations']['pending']): string {
  if (count === 0) return 'None waiting for review';
  return `${count}${more ? '+' : ''} waiting for review`;
}
