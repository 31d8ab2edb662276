import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { useId } from 'react';
import { Link } from 'react-router';
import { listPath as attorneysPath } from '#web/app/office/attorneys/addresses.ts';
import { backOfficeMeta, firstPage } from '#web/app/office/back-office.ts';
import { CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { ClientTable, clientPath } from '#web/app/office/clients/client-table.tsx';
import { signDeskPath } from '#web/app/office/contracts/addresses.ts';
import { importsPath } from '#web/app/office/imports/addresses.ts';
import { backLabels, listAddress, orderOf } from '#web/app/office/lists/list-filter.ts';
import { ListTools, NoRows } from '#web/app/office/lists/list-tools.tsx';
import { loadFilteredList, searchList } from '#web/app/office/lists/load-list.server.ts';
import { NewRows } from '#web/app/office/lists/new-rows.tsx';
import { todayPath } from '#web/app/office/matters/addresses.ts';
import { DueTable } from '#web/app/office/matters/due-table.tsx';
import { newAddressesPath } from '#web/app/office/new-addresses/addresses.ts';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { SamplesNotice } from '#web/app/office/samples/samples-notice.tsx';
import { listPath as staffPath } from '#web/app/office/staff/account-words.ts';
import { SharedNotice } from '#web/app/office/staff/shared-notice.tsx';
import { forStaff, orNull } from '#web/app/office/staff-request.server.ts';
import { pendingText } from '#web/app/office/submissions/pending-text.ts';
import { type Queue, queues } from '#web/app/office/submissions/queues.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/dashboard';

/** The table of clients. */
const clientsPath = `${firstPage}#clients`;

/** The filters of the table: clients by whether their identity is verified, and clients that need action by staff. */
const clientStatuses = { unverified: 'Unverified', verified: 'Verified', waiting: 'Waiting for us' } as const;
const clientsWith = (status: keyof typeof clientStatuses) => listAddress(clientsPath, { status });

const byHeading = [...queues].sort((a, b) => a.heading.localeCompare(b.heading));

export async function loader(page: Route.LoaderArgs) {
  const [list, { shared }] = await Promise.all([
    loadFilteredList(
      page,
      ({ clients }, request) => clients.list(request),
      (api) =>
        [
          ...queues.map(({ name }) => api[name].pending()),
          api.samples.count(),
          api.failedEmails.count(),
          api.contracts.waiting(),
          api.profile.openNotices(),
          api.uploads.unread(),
          api.retention.last(),
          api.matters.today({ scope: 'all' }),
        ].map((read) => orNull<unknown>(read)),
    ),
    forStaff(page, ({ api }) => api.staff.ways()),
  ]);
  return { ...list, sharedPassword: shared };
}

export function action(page: Route.ActionArgs) {
  return searchList(page, clientsPath);
}

export function meta() {
  return backOfficeMeta('Dashboard');
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const can = usePermissions();
  const { data: signing } = trpc.contracts.waiting.useQuery();
  const { data: notices } = trpc.profile.openNotices.useQuery();
  const { data: unread } = trpc.uploads.unread.useQuery();
  const { data: mail } = trpc.failedEmails.count.useQuery();
  const { data: samples } = trpc.samples.count.useQuery();
  return (
    <>
      <h1>Dashboard</h1>
      <LatestSuccess />
      <Due />
      <Cards heading="Waiting for you">
        {byHeading.map((queue) => (
          <QueueCard key={queue.name} queue={queue} />
        ))}
        <Card path={signDeskPath} heading="Sign desk" text={signingText(signing)} />
        <Card path={newAddressesPath} heading="New addresses" text={noticesText(notices)} />
        <Card
          path={unread?.oldest ? clientPath(unread.oldest) : clientsPath}
          heading="Documents from clients"
          text={unreadText(unread)}
        />
        <Card
          path={clientsWith('waiting')}
          heading="Waiting for us"
          text="Clients with unread documents, an address to report, or a contract that can confirm them"
        />
        <Card
          path={clientsWith('unverified')}
          heading="Unverified clients"
          text="Clients who have not confirmed their account"
        />
        <Card path="/admin/mail" heading="Mail" text={mailText(mail)} />
      </Cards>
      {loaderData.sharedPassword && can('staffAccounts.list') ? (
        <SharedNotice>
          <Link to={staffPath}>See who has an account</Link>
        </SharedNotice>
      ) : null}
      {samples ? <SamplesNotice {...samples} /> : null}
      <Cards heading="Records">
        <Card path={attorneysPath} heading="Attorneys" text="Who is in the public directory" />
        <Card path="/admin/contracts" heading="Contracts" text="Who signed, and what" />
        {can('clients.reopen') ? (
          <Card
            path="/admin/client-logins"
            heading="Client logins"
            text="Free a number, or help a caller who cannot log in"
          />
        ) : null}
      </Cards>
      <Clients loaded={loaderData} refusal={actionData} />
      <Cards heading="Office and security" isPlain>
        {can('imports.list') ? (
          <Card path={importsPath} heading="Imports" text="Enter claim status from a file" />
        ) : null}
        {can('exports.make') ? (
          <Card path="/admin/exports" heading="Exports" text="Download what people sent, as a file" />
        ) : null}
        {can('staffAccounts.list') ? (
          <Card path={staffPath} heading="Staff accounts" text="Who may log in here, and what they may do" />
        ) : null}
        {can('audit.list') ? (
          <Card path="/admin/audit" heading="Audit log" text="Who opened, changed or exported what" />
        ) : null}
        {can('retention.report') ? <RetentionCard /> : null}
        <Card path="/admin/reports" heading="Reports" text="What came in, and what was kept" />
        <Card path="/admin/system" heading="System" text="Which versions run" />
        <Card
          path="/admin/sign-out-everywhere"
          heading="Log out everywhere"
          text="For a device that was lost or left logged in"
        />
      </Cards>
    </>
  );
}

/** As many as leave room for what waits below. */
const mostDue = 6;

/** What is due first, and how much else is. */
function Due() {
  const { data: due } = trpc.matters.today.useQuery({ scope: 'all' });
  const id = useId();
  if (!due) return <CouldNotLoad failed="Failed to load what is due" />;
  const { today, overdue, now, soon } = due;
  const rows = [...overdue.rows, ...now.rows, ...soon.rows].slice(0, mostDue);
  const counted = ({ count, more }: typeof now) => `${count}${more ? '+' : ''}`;
  const counts = `${counted(overdue)} overdue, ${counted(now)} due today, ${counted(soon)} in the next 7 days`;
  return (
    <section className="titled due-first" aria-labelledby={id}>
      <div className="title-line">
        <h2 id={id}>Due</h2>
        <p>
          {counts}. <Link to={todayPath}>See all that is due</Link>
        </p>
      </div>
      {rows.length > 0 ? <DueTable caption="Due first" rows={rows} today={today} /> : null}
    </section>
  );
}

interface ClientsProps {
  loaded: Pick<Route.ComponentProps['loaderData'], 'filter' | 'cursor' | 'problem'>;
  /** Why a search could not begin. */
  refusal: string | undefined;
}

/** The registered clients, a page at a time; each link reloads the page at the table. */
function Clients({ loaded: { filter, cursor, problem }, refusal }: ClientsProps) {
  const { data: page } = trpc.clients.list.useQuery({ ...filter, cursor }, { enabled: !problem });
  const order = orderOf(filter);
  return (
    <section className="titled" aria-labelledby="clients">
      <h2 id="clients">Registered clients</h2>
      <ListTools
        path={clientsPath}
        filter={filter}
        query={page?.query ?? null}
        problem={refusal ?? problem}
        statuses={clientStatuses}
      />
      <NewRows
        list="clients"
        one="client"
        many="clients"
        path={firstPage}
        filter={filter}
        newest={page?.newest}
        shown={page?.rows.length ?? 0}
      />
      {page?.more ? <p className="notice warn">{filter.search ? tooMany.found : tooMany.waiting}</p> : null}
      {cursor ? (
        <p>
          <a href={listAddress(clientsPath, filter)}>{backLabels[order]}</a>
        </p>
      ) : null}
      {page || problem ? null : <CouldNotLoad failed="Failed to load clients" />}
      {page?.rows.length === 0 ? (
        <NoRows
          path={clientsPath}
          filter={filter}
          cursor={cursor}
          empty="No clients have registered yet."
          many="clients"
        />
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

const tooMany = {
  found: 'Many records match, and only 200 of them were searched. Add another word to find the others.',
  waiting: 'More than 200 are waiting. This list shows those who have waited longest.',
} as const;

interface CardsProps {
  heading: string;
  /** On a phone a list of links, because rarely needed pages should not take up space. */
  isPlain?: boolean;
  children: React.ReactNode;
}

function Cards({ heading, isPlain = false, children }: CardsProps) {
  const id = useId();
  return (
    <section className="titled" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className={isPlain ? 'office-cards plain' : 'office-cards'}>{children}</ul>
    </section>
  );
}

function Card({ path, heading, text }: { path: string; heading: string; text: string }) {
  return (
    <li className="card">
      <h3>
        <Link to={path}>{heading}</Link>
      </h3>
      <p>
        <Counted text={text} />
      </p>
    </li>
  );
}

/** The number that a text begins with is what the eye looks for. */
function Counted({ text }: { text: string }) {
  const [, count, rest = text] = /^(\d+\+?)( .+)$/.exec(text) ?? [];
  return (
    <>
      {count ? <strong className="count">{count}</strong> : null}
      {rest}
    </>
  );
}

/** On a card whose count could not be read. */
const notCounted = 'Could not be counted. Load the page again.';

function signingText(found: Outputs['contracts']['waiting'] | undefined): string {
  if (!found) return notCounted;
  const { count, more } = found;
  if (count === 0) return 'No contract waits for the representative';
  return `${count}${more ? '+' : ''} to countersign`;
}

function mailText(found: Outputs['failedEmails']['count'] | undefined): string {
  if (!found) return notCounted;
  const { count, more } = found;
  return count === 0 ? 'Nothing is stuck' : `${count}${more ? '+' : ''} not sent`;
}

function noticesText(found: Outputs['profile']['openNotices'] | undefined): string {
  if (!found) return notCounted;
  const { count, more } = found;
  return count === 0
    ? 'Social Security has been told about all of them'
    : `${count}${more ? '+' : ''} not sent yet`;
}

/** The card links to the client who has waited longest. */
function unreadText(found: Outputs['uploads']['unread'] | undefined): string {
  if (!found) return notCounted;
  const { count, more } = found;
  return count === 0 ? 'All have been read' : `${count}${more ? '+' : ''} unread`;
}

function RetentionCard() {
  const { data: last } = trpc.retention.last.useQuery();
  const text = last ? `Last run ${shortEasternDateTime(last)}` : 'No run yet';
  return <Card path="/admin/retention" heading="Retention" text={text} />;
}

function QueueCard({ queue: { name, path, heading, waitsFor } }: { queue: Queue }) {
  const { data: pending } = trpc[name].pending.useQuery();
  return (
    <li className="card">
      <h3>
        <Link to={path}>{heading}</Link>
      </h3>
      <p role="status">
        <Counted text={pending ? pendingText(pending, waitsFor) : notCounted} />
      </p>
    </li>
  );
}
