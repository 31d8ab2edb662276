import { useEffect } from 'react';
import type { ListAt } from '#web/app/office/lists/load-list.server.ts';
import { trpc } from '#web/app/trpc.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import type { Queue, SubmissionPage, SubmissionRow } from './queues.ts';

/**
 * The list with all pages that were loaded.
 *
 * @param first what the server rendered; undefined where it could not.
 */
export function useSubmissionList(
  { name, failed }: Queue,
  { filter, cursor, readAt }: ListAt,
  first: SubmissionPage | undefined,
) {
  const showToast = useShowToast();
  const { data, isError, refetch, fetchNextPage, isFetchingNextPage } = trpc[name].list.useInfiniteQuery(
    filter,
    {
      initialCursor: cursor ?? undefined,
      initialData: first ? { pages: [first], pageParams: [cursor] } : undefined,
      getNextPageParam: ({ next }) => next,
    },
  );
  useEffect(() => {
    if (isError) showToast({ kind: 'error', title: 'Error', text: failed });
  }, [isError, failed, showToast]);

  const rows = data && once(data.pages.flatMap((page) => page.rows));
  return {
    /** Undefined when nothing could be read yet. */
    rows,
    urgentFirst: data?.pages[0]?.urgentFirst ?? false,
    arrived: cursor === null ? arrivedSince(readAt, rows) : new Set<string>(),
    next: data?.pages.at(-1)?.next ?? null,
    isFetchingNextPage,
    refetch,
    fetchNextPage,
  };
}

/** A submission that stops being urgent while pages are loaded appears again in its new place. */
function once(rows: SubmissionRow[]): SubmissionRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** @returns the ids of rows that arrived after the page was opened. */
function arrivedSince(readAt: string, rows: SubmissionRow[] = []): ReadonlySet<string> {
  return new Set(rows.filter(({ submittedAt }) => submittedAt > readAt).map(({ id }) => id));
}
