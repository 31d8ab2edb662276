import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { useMemo } from 'react';
import { data, Link, redirect } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { listPath as mattersPath } from '#web/app/office/matters/addresses.ts';
import { RecordTable } from '#web/app/office/record-table.tsx';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import { cursorIn, forStaff, orNull, prefetch, requireFor } from '#web/app/office/staff-request.server.ts';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import { ErrorSummary } from '#web/app/ui/forms/error-summary.tsx';
import { TiedField } from '#web/app/ui/forms/tied-field.tsx';
import '#web/app/ui/forms/widgets.css';
import type { Route } from './+types/import-list';
import { importPath, importsPath } from './addresses.ts';
import { count, states } from './import-words.ts';
import { receiveImport } from './receive-import.server.ts';

const failed = 'The file was not read';

export async function loader(page: Route.LoaderArgs) {
  await forStaff(page, (site) => requireFor(site, 'imports.list'));
  const cursor = cursorIn(page);
  return { cursor, ...(await prefetch(page, (api) => [orNull(api.imports.list({ cursor }))])) };
}

/** Posts natively with and without script. */
export async function action(page: Route.ActionArgs) {
  const received = await receiveImport(page);
  if ('id' in received) throw redirect(importPath(received.id), 303);
  return data(received, { status: received.status });
}

export function meta() {
  return untitledMeta;
}

export default function ImportList({ loaderData: { cursor }, actionData }: Route.ComponentProps) {
  const { data: page } = trpc.imports.list.useQuery({ cursor });
  const problem = useMemo(
    () => actionData && { title: failed, text: '', errors: actionData.errors },
    [actionData],
  );
  return (
    <>
      <title>{`${problem ? 'Error: ' : ''}Imports | Back office`}</title>
      <p className="lone-link">
        <Link to={mattersPath}>All matters</Link>
      </p>
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => field} /> : null}
      <h1>Imports of claim status</h1>
      <LatestSuccess />
      <StaffForm className="form" encType="multipart/form-data" action={importsPath} noValidate>
        <TiedField
          id="file"
          label="File with the status of claims"
          hint="A CSV or XLSX file with one row of headings, of 5 MB and 5,000 rows at most. Nothing is entered before you have seen what would change."
          error={problem?.errors.file}
        >
          {(tied) => <input {...tied} className="input" name="file" type="file" accept=".csv,.txt,.xlsx" />}
        </TiedField>
        <button type="submit" className="button">
          Read the file
        </button>
      </StaffForm>
      <section className="titled">
        <h2>Earlier imports</h2>
        {cursor ? (
          <p>
            <a href={importsPath}>Back to the newest</a>
          </p>
        ) : null}
        {page ? null : <CouldNotLoad failed="Failed to load imports" />}
        {page?.rows.length === 0 ? (
          <p>{cursor ? 'No further imports.' : 'There are no imports yet.'}</p>
        ) : null}
        {page?.rows.length ? <ImportTable rows={page.rows} /> : null}
        {page?.next ? (
          <p className="load-more">
            <a className="button secondary" href={`${importsPath}?cursor=${page.next}`}>
              Older imports
            </a>
          </p>
        ) : null}
      </section>
    </>
  );
}

function ImportTable({ rows }: { rows: Outputs['imports']['list']['rows'] }) {
  return (
    <RecordTable
      caption="Newest first. Times are in Eastern time."
      columns={['Uploaded', 'By', 'State', 'Rows', 'Certain', 'Asked', 'Not ours', 'Entered']}
      sorted={{ column: 'Uploaded', order: 'newest' }}
    >
      {rows.map(({ id, at, by, state, rows: all, counts }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={importPath(id)}>
              <time dateTime={at}>{shortEasternDateTime(at)}</time>
            </Link>
          </th>
          <td data-label="By">{by ?? 'A deleted account'}</td>
          <td data-label="State">{states[state]}</td>
          <td data-label="Rows">{count(all)}</td>
          <td data-label="Certain">{counts.certain ?? 0}</td>
          <td data-label="Asked">{counts.asks ?? 0}</td>
          <td data-label="Not ours">{counts['not ours'] ?? 0}</td>
          <td data-label="Entered">{counts.entered ?? 0}</td>
        </tr>
      ))}
    </RecordTable>
  );
}
