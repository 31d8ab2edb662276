import { rolesFor } from '@claimdesk/api/staff-roles';
import { Link } from 'react-router';
import { LatestSuccess } from '#web/app/components/toast.tsx';
import type { SiteContext } from '#web/app/context.ts';
import { formatEastern } from '#web/app/dates.ts';
import { listPath as attorneysPath } from '#web/app/routes/admin/attorneys/addresses.ts';
import { backOfficeMeta, firstPage } from '#web/app/routes/admin/back-office.ts';
import { CouldNotLoad } from '#web/app/routes/admin/back-office-frame.tsx';
import { clientLoginsPath } from '#web/app/routes/admin/client-logins/access-form.ts';
import { ClientTable, clientPath } from '#web/app/routes/admin/clients/client-table.tsx';
import { backLabels, listAddress, orderOf } from '#web/app/routes/admin/lists/list-filter.ts';
import { ListTools, NoRows } from '#web/app/routes/admin/lists/list-tools.tsx';
import { loadFilteredList, searchList } from '#web/app/routes/admin/lists/load-list.server.ts';
import { useMay } from '#web/app/routes/admin/may.tsx';
import { SamplesNotice } from '#web/app/routes/admin/samples/samples-notice.tsx';
import { listPath as staffPath } from '#web/app/routes/admin/staff/account-words.ts';
import { SharedNotice } from '#web/app/routes/admin/staff/shared-notice.tsx';
import { forStaff } from '#web/app/routes/admin/staff-request.server.ts';
import { NewRows } from '#web/app/routes/admin/submissions/new-rows.tsx';
import { pendingText } from '#web/app/routes/admin/submissions/pending-text.ts';
import { type Queue, queues } from '#web/app/routes/admin/submissions/queues.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/dashboard';

type Pending = { [Name in Queue['name']]: Outputs[Name]['pending'] };

/** The table of clients. */
const clientsPath = `${firstPage}#clients`;

const byHeading = [...queues].sort((a, b) => a.heading.localeCompare(b.heading));

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => {
    const { role } = await api.staff.me();
    return {
      ...(await loadFilteredList(page, ({ clients }, request) => clients.list(request))),
      pending: await readPending(api),
      sharedPassword: (await api.staff.ways()).shared,
      samples: await api.samples.count(),
      mail: await api.failedEmails.count(),
      notices: await api.profile.openNotices(),
      papers: await api.uploads.unread(),
      retention: rolesFor('retention.last').includes(role) ? await api.retention.last() : null,
    };
  });
}

export function action(page: Route.ActionArgs) {
  return searchList(page, clientsPath);
}

async function readPending(api: SiteContext['api']): Promise<Pending> {
  const counts = queues.map(async ({ name }) => [name, await api[name].pending()] as const);
  return Object.fromEntries(await Promise.all(counts)) as Pending;
}

export function meta() {
  return backOfficeMeta('Dashboard');
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const may = useMay();
  return (
    <>
      <h1>Dashboard</h1>
      <LatestSuccess />
      {loaderData.sharedPassword && may('staffAccounts.list') ? (
        <SharedNotice>
          <Link to={staffPath}>See who has an account</Link>
        </SharedNotice>
      ) : null}
      <SamplesNotice {...loaderData.samples} />
      <ul className="office-cards">
        {byHeading.map((queue) => (
          <QueueCard key={queue.name} queue={queue} loaded={loaderData.pending[queue.name]} />
        ))}
        <Card path={attorneysPath} heading="Attorneys" text="Who is in the public directory" />
        <Card path="/admin/contracts" heading="Contracts" text="Who signed, and what" />
        {may('clients.confirm') ? (
          <Card
            path={clientLoginsPath}
            heading="Client logins"
            text="Confirm an account, free a number, or help a caller who cannot log in"
          />
        ) : null}
        <Card
          path={loaderData.notices.oldest ? clientPath(loaderData.notices.oldest) : clientsPath}
          heading="New addresses"
          text={noticesText(loaderData.notices)}
        />
        <Card
          path={loaderData.papers.oldest ? clientPath(loaderData.papers.oldest) : clientsPath}
          heading="Papers from clients"
          text={papersText(loaderData.papers)}
        />
        {may('exports.make') ? (
          <Card path="/admin/exports" heading="Exports" text="Download what people sent, as a file" />
        ) : null}
        <Card path="/admin/mail" heading="Mail" text={mailText(loaderData.mail)} />
        {may('staffAccounts.list') ? (
          <Card path={staffPath} heading="Staff accounts" text="Who may sign in here, and what they may do" />
        ) : null}
        {may('audit.list') ? (
          <Card path="/admin/audit" heading="Audit log" text="Who opened, changed or exported what" />
        ) : null}
        {may('retention.report') ? (
          <Card path="/admin/retention" heading="Retention" text={retentionText(loaderData.retention)} />
        ) : null}
        <Card path="/admin/system" heading="System" text="Which versions run" />
        <Card
          path="/admin/sign-out-everywhere"
          heading="Sign out everywhere"
          text="For a device that was lost or left signed in"
        />
      </ul>
      <Clients loaded={loaderData} refusal={actionData} />
    </>
  );
}

interface ClientsProps {
  loaded: Pick<Route.ComponentProps['loaderData'], 'filter' | 'page' | 'cursor' | 'problem' | 'readAt'>;
  /** Why a search could not begin. */
  refusal: string | undefined;
}

/** The registered clients, a page at a time; each link loads the page anew, and leads to the table again. */
function Clients({ loaded: { filter, page, cursor, problem, readAt }, refusal }: ClientsProps) {
  const order = orderOf(filter);
  return (
    <section className="titled" aria-labelledby="clients">
      <h2 id="clients">Registered clients</h2>
      <ListTools
        path={clientsPath}
        filter={filter}
        query={page?.query ?? null}
        problem={refusal ?? problem}
      />
      <NewRows
        key={readAt}
        kind="clients"
        one="client"
        many="clients"
        shown={page?.rows.length ?? 0}
        path={listAddress(firstPage, filter)}
      />
      {page?.more ? (
        <p className="notice warn">
          Many records match, and only 200 of them were looked at. Add another word to find the others.
        </p>
      ) : null}
      {cursor ? (
        <p>
          <a href={listAddress(clientsPath, filter)}>{backLabels[order]}</a>
        </p>
      ) : null}
      {page || problem ? null : <CouldNotLoad failed="Failed to load clients" />}
      {page?.rows.length === 0 ? (
        <NoRows path={clientsPath} filter={filter} empty="No clients have registered yet." many="clients" />
      ) : null}
      {page?.rows.length ? <ClientTable rows={page.rows} order={order} /> : null}
      {page?.next ? (
        <p className="load-more">
          <a className="button secondary" href={listAddress(clientsPath, filter, page.next)}>
            {order === 'oldest' ? 'Newer clients' : 'Older clients'}
          </a>
        </p>
      ) : null}
    </section>
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

function mailText({ count, more }: Outputs['failedEmails']['count']): string {
  return count === 0 ? 'Nothing is stuck' : `${count}${more ? '+' : ''} not sent`;
}

/** The card leads to the client who has waited longest. */
function noticesText({ count, more }: Outputs['profile']['openNotices']): string {
  return count === 0
    ? 'Social Security knows all of them'
    : `${count}${more ? '+' : ''} to tell Social Security`;
}

/** As with addresses, the card leads to the client who has waited longest. */
function papersText({ count, more }: Outputs['uploads']['unread']): string {
  return count === 0 ? 'All of them are read' : `${count}${more ? '+' : ''} unread`;
}

function retentionText(last: Outputs['retention']['last']): string {
  return last ? `Last run ${formatEastern(last)}` : 'No run yet';
}

interface QueueCardProps {
  queue: Queue;
  loaded: Pending[Queue['name']];
}

function QueueCard({ queue: { name, path, heading, waitsFor }, loaded }: QueueCardProps) {
  const { data: pending } = trpc[name].pending.useQuery(undefined, { initialData: loaded });
  return (
    <li className="card">
      <h2>
        <Link to={path}>{heading}</Link>
      </h2>
      <p role="status">{pendingText(pending, waitsFor)}</p>
    </li>
  );
}
