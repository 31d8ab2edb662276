import { longEasternDateTime } from '@claimdesk/forms/eastern-time';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isRouteErrorResponse, Link, Outlet, useLocation } from 'react-router';
import { backOfficeMeta, metaUnlessRefused } from '#web/app/office/back-office.ts';
import { CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { PageForm } from '#web/app/office/change-form.tsx';
import { Section } from '#web/app/office/clients/section.tsx';
import { dialogLinkProps, linkIdOf } from '#web/app/office/list-dialog.tsx';
import { prefetch } from '#web/app/office/staff-request.server.ts';
import { trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Route } from './+types/import';
import { importPath, importsPath } from './addresses.ts';
import { ImportRows } from './import-rows.tsx';
import { count, groupIn, groups, type Import, progressOf, shownGroups, states } from './import-words.ts';
import { MappingForm } from './mapping-form.tsx';

export function loader(page: Route.LoaderArgs) {
  const { id } = page.params;
  const { searchParams } = page.url;
  return prefetch(page, ({ imports }) => {
    const imported = imports.detail({ id });
    const rows = imported.then((found) =>
      showsRows(found)
        ? imports.rows({ id, group: groupIn(searchParams, found), after: searchParams.get('after') })
        : null,
    );
    return [imported, rows];
  });
}

export { isOtherPage as shouldRevalidate } from '#web/app/office/list-dialog.tsx';

export function meta({ error }: Route.MetaArgs) {
  if (isRouteErrorResponse(error) && error.status === 404) return backOfficeMeta('Import not found');
  return metaUnlessRefused('Import', error);
}

function showsRows({ state, isWorking }: Import): boolean {
  return state !== 'mapping' && !isWorking;
}

const pollMs = 1_000;

/** An import, from its columns to what became of its rows. */
export default function ImportPage({ params: { id } }: Route.ComponentProps) {
  const [imported] = trpc.imports.detail.useSuspenseQuery(
    { id },
    { refetchInterval: ({ state }) => (state.data?.isWorking ? pollMs : false) },
  );
  const { key } = useLocation();
  useFreshRows(imported);
  return (
    <>
      <p className="lone-link">
        <Link to={importsPath}>All imports</Link>
      </p>
      <h1>Import of {longEasternDateTime(imported.at)}</h1>
      <LatestSuccess />
      <p className="lead">
        {count(imported.rows)}, {imported.how}. Uploaded by {imported.by ?? 'a deleted account'}.
        {imported.savedAt
          ? ` Saved by ${imported.savedBy ?? 'a deleted account'} on ${longEasternDateTime(imported.savedAt)}.`
          : ''}
      </p>
      <p role="status">
        <strong>{states[imported.state]}</strong>
      </p>
      {imported.isWorking ? <Progress imported={imported} /> : null}
      {imported.state === 'mapping' ? (
        <Section title="Which column says what">
          <MappingForm imported={imported} />
        </Section>
      ) : null}
      <Outlet key={key} />
      {showsRows(imported) ? <Checked imported={imported} /> : null}
    </>
  );
}

/** Reads the rows again once the work on them has ended. */
function useFreshRows({ isWorking }: Import): void {
  const queries = useQueryClient();
  const worked = useRef(isWorking);
  useEffect(() => {
    if (worked.current && !isWorking) void queries.invalidateQueries();
    worked.current = isWorking;
  }, [isWorking, queries]);
}

function Progress({ imported }: { imported: Import }) {
  const { done, of } = progressOf(imported);
  return (
    <p>
      <label htmlFor="progress">
        {done.toLocaleString('en-US')} of {count(of)}
      </label>
      <progress id="progress" className="upload-progress" max={of || 1} value={done} />
      You can leave this page: it goes on.
    </p>
  );
}

function Checked({ imported }: { imported: Import }) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const group = groupIn(params, imported);
  const after = params.get('after');
  const { data: page, isError } = trpc.imports.rows.useQuery({ id: imported.id, group, after });
  return (
    <>
      <Next imported={imported} />
      <nav aria-label="Rows">
        <ul className="record-links">
          {shownGroups
            .filter((each) => imported.counts[each] || each === group)
            .map((each) => (
              <li key={each}>
                <Link
                  to={`${importPath(imported.id)}?group=${encodeURIComponent(each)}`}
                  aria-current={each === group ? 'page' : undefined}
                >
                  {groups[each]}: {imported.counts[each] ?? 0}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <section className="titled" aria-labelledby="rows">
        <h2 id="rows" tabIndex={-1}>
          {groups[group]}
        </h2>
        {isError ? <CouldNotLoad failed="Failed to load rows" /> : null}
        {page || isError ? null : <p role="status">Loading…</p>}
        {page?.rows.length === 0 ? (
          <p>
            {imported.counts[group]
              ? 'No further rows. Rows are kept for 30 days.'
              : 'There are no such rows.'}
          </p>
        ) : null}
        {page?.rows.length ? <ImportRows imported={imported} group={group} rows={page.rows} /> : null}
        {page?.next ? (
          <p className="load-more">
            <Link
              className="button secondary"
              to={`${importPath(imported.id)}?group=${encodeURIComponent(group)}&after=${page.next}`}
            >
              Next rows
            </Link>
          </p>
        ) : null}
      </section>
      {imported.state === 'review' ? (
        <details className="fold">
          <summary>Remap columns</summary>
          <MappingForm imported={imported} />
        </details>
      ) : null}
    </>
  );
}

/** What can be done with the import as a whole. */
function Next({ imported: { id, state, counts, mayTakeBack } }: { imported: Import }) {
  const save = trpc.imports.save.useMutation();
  if (state === 'review' && counts.ask)
    return <p className="notice">Match the remaining rows before saving.</p>;
  const toSave = (counts.enter ?? 0) + (counts.open ?? 0);
  if (state === 'review' && toSave > 0)
    return (
      <PageForm
        button={`Save ${count(toSave)}`}
        failed={{ title: 'Nothing was saved', text: 'Something went wrong on our side. Please try again.' }}
        save={() => save.mutateAsync({ id })}
      >
        <p>
          What stands under “{groups.enter}” is entered{openingText(counts.open)}. A client whose status
          changed then gets one email that there is news, and never what.
        </p>
      </PageForm>
    );
  if (state === 'review') return <p className="notice">There is nothing to enter.</p>;
  if (!mayTakeBack) return null;
  return (
    <p>
      <Link
        className="button secondary"
        id={linkIdOf('take-back')}
        to={`${importPath(id)}/take-back`}
        {...dialogLinkProps}
      >
        Take it back
      </Link>
    </p>
  );
}

function openingText(matters = 0): string {
  return matters === 0
    ? ''
    : `, and ${matters === 1 ? '1 new matter is' : `${matters} new matters are`} opened`;
}
