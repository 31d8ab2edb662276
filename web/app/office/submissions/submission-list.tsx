import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { CouldNotLoad } from '#web/app/office/back-office-frame.tsx';
import { linkIdOf } from '#web/app/office/list-dialog.tsx';
import { backLabels, listAddress, queueOrderOf } from '#web/app/office/lists/list-filter.ts';
import { isListEmpty, ListTools, NoRows } from '#web/app/office/lists/list-tools.tsx';
import type { ListAt } from '#web/app/office/lists/load-list.server.ts';
import { NewRows } from '#web/app/office/lists/new-rows.tsx';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { trpc } from '#web/app/trpc.ts';
import { LatestSuccess } from '#web/app/ui/components/toast.tsx';
import type { Queue, SubmissionPage } from './queues.ts';
import { SubmissionTable } from './submission-table.tsx';
import { TickedRows, useTicks } from './ticked-rows.tsx';
import { useSubmissionList } from './use-submission-list.ts';

interface SubmissionListProps {
  queue: Queue;
  loaded: ListAt;
  /** Why a search could not begin. */
  refusal: string | undefined;
  /** Beside the heading. */
  aside?: React.ReactNode;
}

/** The page of a review queue: what waits first unless asked otherwise, live, with the details as a dialog over it. */
export function SubmissionList({ queue, loaded, refusal, aside }: SubmissionListProps) {
  const { key } = useLocation();
  const { filter, cursor, problem } = loaded;
  const utils = trpc.useUtils();
  const [page] = useState(() => utils[queue.name].list.getData({ ...filter, cursor }));
  return (
    <>
      <div className="list-heading">
        <h1>{queue.heading}</h1>
        {aside}
      </div>
      <LatestSuccess />
      <Outlet key={key} />
      <ListTools
        path={queue.path}
        filter={filter}
        query={page?.query ?? null}
        problem={refusal ?? problem}
        statuses={queue.statuses}
        hasOwners={queue.calls !== undefined}
        hasCalls={queue.calls !== undefined}
        exportedAs={queue.name}
        isEmpty={isListEmpty({ filter, cursor, page })}
      />
      {problem ? null : <LiveRows queue={queue} loaded={loaded} page={page} />}
    </>
  );
}

interface LiveRowsProps extends Pick<SubmissionListProps, 'queue' | 'loaded'> {
  /** The first, as it was loaded; undefined where it could not be. */
  page: SubmissionPage | undefined;
}

function LiveRows({ queue, loaded, page }: LiveRowsProps) {
  const { filter, cursor } = loaded;
  const list = useSubmissionList(queue, loaded, page);
  const { rows, urgentFirst, arrived, next } = list;
  const loadMore = useLoadMore(list);
  const ticks = useTicks();
  const can = usePermissions();
  const mayChange = can(`${queue.name}.decide`);
  return (
    <>
      <NewRows
        list={queue.name}
        one={queue.one}
        many={queue.many}
        path={queue.path}
        filter={filter}
        newest={page?.newest}
        shown={rows?.length ?? 0}
        arrived={arrived.size}
        sort="newest"
        reloads
      />
      {cursor ? (
        <p>
          <a href={listAddress(queue.path, filter)}>{backLabels[queueOrderOf(filter)]}</a>
        </p>
      ) : null}
      {rows ? null : <CouldNotLoad failed={queue.failed} retry={() => void list.refetch()} />}
      {rows?.length === 0 ? (
        <NoRows path={queue.path} filter={filter} cursor={cursor} empty={queue.empty} many={queue.many} />
      ) : null}
      {rows?.length && mayChange ? <TickedRows queue={queue} rows={rows} ticks={ticks} /> : null}
      {rows?.length ? (
        <SubmissionTable
          queue={queue}
          rows={rows}
          arrived={arrived}
          order={queueOrderOf(filter)}
          urgentFirst={urgentFirst}
          ticks={mayChange ? ticks : undefined}
        />
      ) : null}
      {rows && next ? (
        <LoadMore
          href={listAddress(queue.path, filter, next)}
          isLoading={list.isFetchingNextPage}
          loadMore={loadMore}
        />
      ) : null}
    </>
  );
}

interface LoadMoreProps {
  href: string;
  isLoading: boolean;
  loadMore(): void;
}

/** Without script, a link to the next page; with it, the rows are added below, and the first new one gets the focus. */
function LoadMore({ href, isLoading, loadMore }: LoadMoreProps) {
  return (
    <p className="load-more">
      <a
        className="button secondary"
        href={href}
        onClick={(event) => {
          event.preventDefault();
          loadMore();
        }}
      >
        {isLoading ? 'Loading…' : 'Load more'}
      </a>
    </p>
  );
}

/** @returns a function that loads the next page and then focuses its first row. */
function useLoadMore({ rows, fetchNextPage }: ReturnType<typeof useSubmissionList>): () => void {
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
