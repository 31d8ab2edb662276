import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { isRefusal, trpc } from '../../../trpc.ts';
import { leaveForLogin } from '../session/use-session.ts';

/** Changes that come close together are read once. */
const gatherMs = 250;
const firstRetryMs = 1_000;
const longestRetryMs = 15_000;

/**
 * Keeps what the open page shows of submissions up to date: on every change it is read again. Only while somebody
 * can see it, because a browser allows few open streams, and they are shared by all tabs.
 */
export function LiveSubmissions() {
  const visible = useSyncExternalStore(onVisibilityChange, isVisible, () => false);
  return visible ? <ChangeStream /> : null;
}

function ChangeStream() {
  const { evaluations, staff } = trpc.useUtils();
  const client = useQueryClient();
  const timers = useRef({ gather: 0, retry: 0, retryMs: firstRetryMs });

  const readAgain = useCallback(() => {
    window.clearTimeout(timers.current.gather);
    timers.current.gather = window.setTimeout(() => {
      // Reading again would call off a "Load more" that is on its way.
      if (client.isFetching({ queryKey: getQueryKey(trpc.evaluations) }) > 0) readAgain();
      else void evaluations.invalidate();
    }, gatherMs);
  }, [client, evaluations]);

  /** The stream ended: because the session did, or because the site restarts. Asks which, and begins again. */
  const beginAgain = useRef(() => {});
  const retry = useCallback(() => {
    const { current: timer } = timers;
    window.clearTimeout(timer.retry);
    timer.retry = window.setTimeout(async () => {
      try {
        await staff.me.fetch(undefined, { staleTime: 0, retry: false });
        beginAgain.current();
      } catch (error) {
        if (isRefusal(error, 'UNAUTHORIZED')) leaveForLogin();
        else retry();
      }
    }, timer.retryMs);
    timer.retryMs = Math.min(timer.retryMs * 2, longestRetryMs);
  }, [staff]);

  const stream = trpc.submissions.changes.useSubscription(undefined, {
    // Also after every break: nobody knows what was missed meanwhile.
    onStarted() {
      timers.current.retryMs = firstRetryMs;
      readAgain();
    },
    onData: readAgain,
    onError: retry,
    onComplete: retry,
  });
  beginAgain.current = stream.reset;

  useEffect(() => {
    const { current: timer } = timers;
    return () => {
      window.clearTimeout(timer.gather);
      window.clearTimeout(timer.retry);
    };
  }, []);
  return null;
}

function onVisibilityChange(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
