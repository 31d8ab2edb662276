import { isDomainError } from '@claimdesk/api/domain-error';
import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { backOfficeMeta } from '#web/app/office/back-office.ts';
import { BackToDashboard, CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { clientPath } from '#web/app/office/clients/client-table.tsx';
import { DayField } from '#web/app/office/exports/fields.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { forStaff } from '#web/app/office/staff-request.server.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { isSignedOut } from '#web/app/ui/session/for-signed-in.server.ts';
import type { Route } from './+types/audit';
import { auditPath, detailWords, kindWords, outcomeWord, reasonWords } from './audit-words.ts';

const path = auditPath();
const filters = ['who', 'what', 'record', 'from', 'to'] as const;

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async ({ api }) => {
    const { searchParams } = page.url;
    const cursor = Number(searchParams.get('cursor')) || null;
    const chosen = Object.fromEntries(
      filters.map((name) => [name, (searchParams.get(name) ?? '').trim()]),
    ) as Record<(typeof filters)[number], string>;
    const staff = await api.audit.staff();
    const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ''));
    try {
      return { staff, chosen, cursor, problem: '', list: await api.audit.list({ ...given, cursor }) };
    } catch (error) {
      if (isSignedOut(error)) throw error;
      const problem = isDomainError(error) && error.code === 'bad-input' ? error.message : '';
      return { staff, chosen, cursor, problem, list: null };
    }
  });
}

export function meta() {
  return backOfficeMeta('Audit log');
}

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { staff, chosen, cursor, problem, list } = loaderData;
  const address = (more: Record<string, string>) =>
    `${path}?${new URLSearchParams(Object.entries({ ...chosen, ...more }).filter(([, value]) => value !== ''))}`;
  return (
    <>
      <BackToDashboard />
      <h1>Audit log</h1>
      <p className="prose">
        Who opened, changed, printed or exported what people sent, who published in the CMS, and who logged
        in. Each call is put on record before it runs. Where a call of staff was then refused, or failed, its
        entry says so, and a second entry has the time of that. Nobody can change or delete an entry here.
      </p>
      <Filters staff={staff} chosen={chosen} />
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
    </>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Filters({ staff, chosen }: Pick<Loaded, 'staff' | 'chosen'>) {
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
      <DayField name="from" label="First day" value={chosen.from} error={undefined} />
      <DayField name="to" label="Last day" value={chosen.to} error={undefined} />
      {chosen.record ? <input type="hidden" name="record" value={chosen.record} /> : null}
      <button type="submit" className="button secondary">
        Show
      </button>
      {Object.values(chosen).some(Boolean) ? <a href={path}>Show everything</a> : null}
    </form>
  );
}

function AuditTable({ rows }: { rows: Outputs['audit']['list']['rows'] }) {
  return (
    <RecordTable
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
