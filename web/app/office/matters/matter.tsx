import { easternToday } from '@claimdesk/forms/eastern-time';
import { isRouteErrorResponse, Link, Outlet, useLocation } from 'react-router';
import { backOfficeMeta, refusalIn, untitledMeta } from '#web/app/office/back-office.ts';
import { BackOfficeError } from '#web/app/office/back-office-frame.tsx';
import { Section } from '#web/app/office/clients/section.tsx';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { OwnerForm } from '#web/app/office/owner-form.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { Presence } from '#web/app/office/presence.tsx';
import { RemovalLink } from '#web/app/office/removals/removal-link.tsx';
import { SampleBadge } from '#web/app/office/sample-badge.tsx';
import { prefetch } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/matter';
import { listPath, matterPath, todayPath } from './addresses.ts';
import { Claim } from './claim.tsx';
import { Duties } from './duties.tsx';
import { Events } from './events.tsx';
import { Evidence } from './evidence.tsx';
import { summaryOf } from './matter-words.ts';
import { OtherMatters } from './other-matters.tsx';
import { Papers } from './papers.tsx';
import { Person } from './person.tsx';
import { Representation } from './representation.tsx';

type Matter = Outputs['matters']['detail'];

export function loader(page: Route.LoaderArgs) {
  return prefetch(page, ({ matters, staff }) => [
    matters.detail({ id: page.params.id }),
    staff.owners(),
    staff.me(),
  ]);
}

export { isOtherPage as shouldRevalidate } from '#web/app/office/list-dialog.tsx';

export function meta({ error }: Route.MetaArgs) {
  if (isMissing(error)) return backOfficeMeta('Matter not found');
  return error && !refusalIn(error) ? backOfficeMeta('Matter') : untitledMeta;
}

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

export default function MatterPage({ params: { id } }: Route.ComponentProps) {
  const [matter] = trpc.matters.detail.useSuspenseQuery({ id });
  const { key } = useLocation();
  const today = easternToday();
  return (
    <>
      <ul className="record-links lone-link">
        <li>
          <Link to={todayPath}>Today</Link>
        </li>
        <li>
          <Link to={listPath}>All matters</Link>
        </li>
      </ul>
      {/* The number and nothing personal: titles show in window lists and stay in the history. */}
      <title>{`Matter ${matter.number} | Back office`}</title>
      <header className="record-head">
        <h1>
          {matter.name} <SampleBadge isSample={matter.isSample} />
        </h1>
        <p className="lead">{summaryOf(matter, today)}</p>
      </header>
      <LatestSuccess />
      <Presence record={`matters ${matter.number}`} />
      <Actions matter={matter} />
      <Outlet key={key} context={matter} />
      <div className="two-columns">
        <div>
          <Section title="What is to be done">
            <Duties matter={matter} today={today} />
          </Section>
          <Section title="Evidence">
            <Evidence matter={matter} />
          </Section>
          <Section title="Papers">
            <Papers matter={matter} />
          </Section>
          <Section title="What happened">
            <Events matter={matter} />
          </Section>
        </div>
        <div>
          <Section title="Person">
            <Person matter={matter} />
          </Section>
          {matter.others.length > 0 ? (
            <Section title="Other matters of this client">
              <OtherMatters matter={matter} />
            </Section>
          ) : null}
          <Section title="Claim">
            <Claim matter={matter} />
          </Section>
          <Section title="Representation">
            <Representation matter={matter} />
          </Section>
          <Section title="Who works on it">
            <Ownership matter={matter} />
          </Section>
          {matter.contract || matter.client ? null : (
            <p>
              <RemovalLink
                path={matterPath(matter.number)}
                procedure="matters.remove"
                what={`matter ${matter.number}`}
              />
            </p>
          )}
        </div>
      </div>
    </>
  );
}

const actions = [
  ['letter', 'A letter came'],
  ['filed', 'Something was done'],
  ['task', 'Add something to do'],
  ['note', 'Add a note'],
] as const;

function Actions({ matter: { number } }: { matter: Matter }) {
  const can = usePermissions();
  if (!can('matters.enter')) return null;
  return (
    <p className="button-row">
      {actions.map(([path, label]) => (
        <Link
          key={path}
          {...dialogLinkProps}
          id={linkIdOf(path)}
          className={path === 'letter' ? 'button' : 'button secondary'}
          to={`${matterPath(number)}/${path}`}
        >
          {label}
        </Link>
      ))}
    </p>
  );
}

function Ownership({ matter: { number: id, owner } }: { matter: Matter }) {
  const can = usePermissions();
  const { mutateAsync } = trpc.matters.assign.useMutation();
  return <OwnerForm owner={owner} may={can('matters.assign')} assign={(to) => mutateAsync({ id, ...to })} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isMissing(error)) return <BackOfficeError error={error} />;
  return (
    <>
      <h1>Matter not found</h1>
      <p>There is no matter with this number.</p>
      <p>
        <Link className="button" to={listPath}>
          All matters
        </Link>
      </p>
    </>
  );
}
