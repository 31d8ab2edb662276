import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { leaveForStaffLogin } from '#web/app/office/staff-session.ts';
import { isRefusal, trpc } from '#web/app/trpc.ts';
import { type Queue, queues } from './queues.ts';

/** Changes that arrive close together are read once. */
const gatherMs = 250;
const firstRetryMs = 1_000;
const longestRetryMs = 15_000;
const everyKind = queues.map(({ name }) => name);

/**
 * Keeps the submissions on the open page up to date by refetching on every change, and tells lists that are read page by
 * page of new rows. Only while the page is visible,
 * because a browser allows few open streams, shared by all tabs.
 */
export function LiveSubmissions() {
  const visible = useSyncExternalStore(onVisibilityChange, isVisible, () => false);
  return visible ? <ChangeStream /> : null;
}

function ChangeStream() {
  const { staff } = trpc.useUtils();
  const readAgain = useReadAgain();
  const timer = useRef({ retry: 0, retryMs: firstRetryMs });

  /** The stream ended with the session, or because the site restarts. Checks which, and reconnects. */
  const beginAgain = useRef(() => {});
  const retry = useCallback(() => {
    const { current } = timer;
    window.clearTimeout(current.retry);
    current.retry = window.setTimeout(async () => {
      try {
        await staff.me.fetch(undefined, { staleTime: 0, retry: false });
        beginAgain.current();
      } catch (error) {
        if (isRefusal(error, 'signed-out')) leaveForStaffLogin();
        else retry();
      }
    }, current.retryMs);
    current.retryMs = Math.min(current.retryMs * 2, longestRetryMs);
  }, [staff]);

  const stream = trpc.submissions.changes.useSubscription(undefined, {
    // Also after every interruption, because changes may have been missed.
    onStarted() {
      timer.current.retryMs = firstRetryMs;
      readAgain(everyKind);
    },
    onData: ({ data: { kind } }) => {
      // The lists of contracts and clients stay as they are: only the number of new ones is read again.
      const isAnnounced = kind === 'contracts' || kind === 'clients';
      readAgain(kind === 'unknown' ? everyKind : isAnnounced ? [] : [kind]);
    },
    onError: retry,
    onComplete: retry,
  });
  beginAgain.current = stream.reset;

  useEffect(() => {
    const { current } = timer;
    return () => window.clearTimeout(current.retry);
  }, []);
  return null;
}

/** @returns a function that refetches the given kinds and the number of new rows, after a moment in which more changes may arrive. */
function useReadAgain(): (kinds: readonly Queue['name'][]) => void {
  const utils = trpc.useUtils();
  const client = useQueryClient();
  const waiting = useRef({ timer: 0, kinds: new Set<Queue['name']>() });
  const readAgain = useCallback(
    (kinds: readonly Queue['name'][]) => {
      const { current } = waiting;
      for (const kind of kinds) current.kinds.add(kind);
      window.clearTimeout(current.timer);
      current.timer = window.setTimeout(() => {
        const found = [...current.kinds];
        // Refetching would cancel a "Load more" that is in progress.
        if (found.some((kind) => client.isFetching({ queryKey: getQueryKey(trpc[kind]) }) > 0)) {
          return readAgain([]);
        }
        current.kinds.clear();
        void utils.lists.newSince.invalidate();
        void utils.matters.waiting.invalidate();
        for (const kind of found) void utils[kind].invalidate();
      }, gatherMs);
    },
    [client, utils],
  );
  useEffect(() => {
    const { current } = waiting;
    return () => window.clearTimeout(current.timer);
  }, []);
  return readAgain;
}

function onVisibilityChange(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
