import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard, CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { clientPath } from '#web/app/office/clients/client-table.tsx';
import { DayField } from '#web/app/office/exports/fields.tsx';
import { loadList } from '#web/app/office/lists/load-list.server.ts';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/audit';
import { auditPath, detailWords, kindWords, outcomeWord, reasonWords } from './audit-words.ts';

const path = auditPath();
const filters = ['who', 'what', 'record', 'from', 'to'] as const;
type Chosen = Partial<Record<(typeof filters)[number], string>>;

export function loader(page: Route.LoaderArgs) {
  const given = filters.map((name) => [name, (page.url.searchParams.get(name) ?? '').trim()]);
  const chosen: Chosen = Object.fromEntries(given.filter(([, value]) => value !== ''));
  return loadList(
    page,
    chosen,
    (api, request) => api.audit.list(request),
    (api) => [api.audit.staff()],
  );
}

export function meta() {
  return backOfficeMeta('Audit log');
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { filter: chosen, cursor, problem } = loaderData;
  const { data: list } = trpc.audit.list.useQuery({ ...chosen, cursor }, { enabled: !problem });
  const address = (more: Record<string, string>) => `${path}?${new URLSearchParams({ ...chosen, ...more })}`;
  return (
    <>
      <BackToDashboard />
      <h1>Audit log</h1>
      <Filters chosen={chosen} />
      {problem ? (
        <p role="alert" className="notice error">
          {problem}
        </p>
      ) : null}
      {cursor ? (
        <p>
          <a href={address({})}>Back to the newest</a>
        </p>
      ) : null}
      {list || problem ? null : <CouldNotLoad failed="Failed to load the audit log" />}
      {list?.rows.length === 0 ? <p>No entries match.</p> : null}
      {list?.rows.length ? <AuditTable rows={list.rows} /> : null}
      {list?.next ? (
        <p className="load-more">
          <a className="button secondary" href={address({ cursor: String(list.next) })}>
            Older entries
          </a>
        </p>
      ) : null}
      <details className="fold">
        <summary>What is on record</summary>
        <p className="prose">
          Who opened, changed, printed or exported what people sent, who published in the CMS, and who logged
          in. Each call is put on record before it runs. Where a call of staff was then refused, or failed,
          its entry says so, and a second entry has the time of that. Nobody can change or delete an entry
          here.
        </p>
      </details>
    </>
  );
}

function Filters({ chosen }: { chosen: Chosen }) {
  const [staff] = trpc.audit.staff.useSuspenseQuery();
  return (
    <form action={path} className="audit-filters">
      <div className="field">
        <label htmlFor="who">Who</label>
        <select className="input" id="who" name="who" defaultValue={chosen.who}>
          <option value="">Everybody</option>
          {staff.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="what">What</label>
        <select className="input" id="what" name="what" defaultValue={chosen.what}>
          <option value="">Everything</option>
          {Object.entries(kindWords).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <DayField name="from" label="First day" value={chosen.from ?? ''} error={undefined} />
      <DayField name="to" label="Last day" value={chosen.to ?? ''} error={undefined} />
      {chosen.record ? <input type="hidden" name="record" value={chosen.record} /> : null}
      <button type="submit" className="button secondary">
        Show
      </button>
      {Object.keys(chosen).length > 0 ? <a href={path}>Show everything</a> : null}
    </form>
  );
}

function AuditTable({ rows }: { rows: Outputs['audit']['list']['rows'] }) {
  return (
    <RecordTable
      className="audit-log"
      caption="Newest first. Times are in Eastern time."
      columns={['When', 'Who', 'What', 'Where', 'Record']}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </RecordTable>
  );
}

function Row({
  row: { id, at, who, action, call, words, area, refused, subject, page, client, fields, details },
}: {
  row: Outputs['audit']['list']['rows'][number];
}) {
  const about = client ?? subject;
  const record = client ? clientPath(client) : page;
  const label = words ?? call;
  const isRefusal = action !== call;
  const outcome = refused ? outcomeWord(refused) : '';
  const more = [
    ...(isRefusal ? [label] : []),
    ...(refused ? [reasonWords(refused)] : []),
    ...detailWords(details),
    ...(fields.length > 0 ? [`Fields: ${fields.join(', ')}`] : []),
  ];
  return (
    <tr>
      <th scope="row">
        <time dateTime={at}>{shortEasternDateTime(at)}</time>
      </th>
      <td data-label="Who">
        {who}
        {/* Clients have no names here; the ends of their ids tell them apart. */}
        {client ? <small className="source">{client.slice(-6)}</small> : null}
      </td>
      <td data-label="What">
        {isRefusal ? outcome : outcome ? `${outcome}: ${label}` : label}
        {more.length > 0 ? <small className="source">{more.join('. ')}</small> : null}
      </td>
      <td data-label="Where">{area}</td>
      <td data-label="Record">
        {about ? (
          <>
            {record ? (
              <Link to={record} reloadDocument={record.startsWith('/cms/')}>
                Open
              </Link>
            ) : null}{' '}
            <a href={auditPath(about)}>
              All entries<span className="visually-hidden"> about the record of entry {id}</span>
            </a>
          </>
        ) : null}
      </td>
    </tr>
  );
}
