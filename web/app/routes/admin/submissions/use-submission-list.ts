import { useEffect, useState } from 'react';
import { useShowToast } from '#web/app/components/toast.tsx';
import { trpc } from '#web/app/trpc.ts';
import type { Queue, SubmissionPage, SubmissionRow } from './queues.ts';

/**
 * The list with all pages that were loaded.
 *
 * @param first the page that the server rendered, or null when it could not. @param cursor where that page begins.
 */
export function useSubmissionList(
  { name, failed }: Queue,
  first: SubmissionPage | null,
  cursor: string | null,
) {
  const showToast = useShowToast();
  const { data, isError, refetch, fetchNextPage, isFetchingNextPage } = trpc[name].list.useInfiniteQuery(
    {},
    {
      initialCursor: cursor ?? undefined,
      initialData: first ? { pages: [first], pageParams: [cursor] } : undefined,
      getNextPageParam: ({ next }) => next,
    },
  );
  useEffect(() => {
    if (isError) showToast({ kind: 'error', title: 'Error', text: failed });
  }, [isError, failed, showToast]);

  const rows = data?.pages.flatMap((page) => page.rows);
  return {
    /** Undefined when nothing could be read yet. */
    rows,
    arrived: useArrived(rows, cursor === null),
    next: data?.pages.at(-1)?.next ?? null,
    isFetchingNextPage,
    refetch,
    fetchNextPage,
  };
}

/** @returns the ids of rows that arrived after the page was opened, without older rows loaded since. */
function useArrived(rows: SubmissionRow[] | undefined, fromNewest: boolean): ReadonlySet<string> {
  const [newestAtFirst] = useState(() => rows?.[0]?.submittedAt ?? '');
  if (!fromNewest) return new Set();
  return new Set(rows?.filter(({ submittedAt }) => submittedAt > newestAtFirst).map(({ id }) => id));
}
