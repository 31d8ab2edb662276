import { useEffect, useRef } from 'react';
import { Outlet } from 'react-router';
import { LatestSuccess } from '../../../components/toast.tsx';
import { backOfficeMeta } from '../back-office-meta.ts';
import { forStaff, isSignedOut } from '../for-staff.server.ts';
import type { Route } from './+types/evaluation-list';
import { EvaluationTable, linkIdOf } from './evaluation-table.tsx';
import { useEvaluationList } from './use-evaluation-list.ts';

export function loader(page: Route.LoaderArgs) {
  const cursor = new URL(page.request.url).searchParams.get('cursor');
  return forStaff(page, async ({ api }) => ({
    cursor,
    // A list that can't be read says so in its own place, with a way to try again.
    page: await api.evaluations.list({ cursor }).catch((error: unknown) => {
      if (isSignedOut(error)) throw error;
      return null;
    }),
  }));
}

/** Opening and closing the details leaves the list as it is; it is kept up to date over /trpc. */
export function shouldRevalidate() {
  return false;
}

export function meta() {
  return backOfficeMeta('Case evaluations');
}

export default function EvaluationList({ loaderData: { page, cursor } }: Route.ComponentProps) {
  const list = useEvaluationList(page, cursor);
  const { rows, arrived, next } = list;
  const loadMore = useLoadMore(list);
  return (
    <>
      <h1>Case evaluations</h1>
      <LatestSuccess />
      <Outlet />
      <p role="status" className="list-status">
        {rows ? statusOf(rows.length, arrived.size) : null}
      </p>
      {cursor ? (
        <p>
          <a href="/admin/case-evaluations">Back to the newest</a>
        </p>
      ) : null}
      {rows ? null : <CouldNotLoad retry={() => void list.refetch()} />}
      {rows?.length === 0 ? <p>No case evaluations submitted yet.</p> : null}
      {rows?.length ? <EvaluationTable rows={rows} arrived={arrived} /> : null}
      {rows && next ? <LoadMore list={list} next={next} loadMore={loadMore} /> : null}
    </>
  );
}

function statusOf(shown: number, arrived: number): string {
  if (arrived > 0) return `${arrived} new case ${arrived === 1 ? 'evaluation' : 'evaluations'}`;
  return shown > 0 ? `Showing ${shown} case ${shown === 1 ? 'evaluation' : 'evaluations'}` : '';
}

/** Without script the button asks for the page again. */
function CouldNotLoad({ retry }: { retry: () => void }) {
  return (
    <form
      className="notice error"
      onSubmit={(event) => {
        event.preventDefault();
        retry();
      }}
    >
      <p>
        <strong>Failed to load case evaluations.</strong> We could not load this.
      </p>
      <button type="submit" className="button secondary">
        Try again
      </button>
    </form>
  );
}

type List = ReturnType<typeof useEvaluationList>;

/** A link to the next page without script; with it, the rows are added below, and the focus goes to the first of them. */
function LoadMore({ list, next, loadMore }: { list: List; next: string; loadMore: () => void }) {
  return (
    <p className="load-more">
      <a
        className="button secondary"
        href={`/admin/case-evaluations?cursor=${next}`}
        onClick={(event) => {
          event.preventDefault();
          loadMore();
        }}
      >
        {list.isFetchingNextPage ? 'Loading…' : 'Load more'}
      </a>
    </p>
  );
}

/** @returns what loads the next page; its first row gets the focus when it is there. */
function useLoadMore({ rows, fetchNextPage }: List): () => void {
  const shown = useRef<number | null>(null);
  useEffect(() => {
    const first = shown.current === null ? undefined : rows?.[shown.current];
    if (!first) return;
    shown.current = null;
    document.getElementById(linkIdOf(first.id))?.focus();
  }, [rows]);
  return () => {
    if (shown.current !== null) return;
    shown.current = rows?.length ?? 0;
    void fetchNextPage().then(({ isError }) => {
      if (isError) shown.current = null;
    });
  };
}
