import { emptyText, maxDocumentBytes, maxFilesAtOnce, tooLargeText } from '@claimdesk/api/document-types';
import { useCallback, useEffect, useRef, useState } from 'react';
import { clientSession, stay, useLeaveQuestion } from '#web/app/portal/client-session.ts';
import { openSessionChannel } from '#web/app/ui/session/session-channel.ts';
import { leaveForLogin } from '#web/app/ui/session/session-kind.ts';
import type { TypedDetails, UploadOutcome } from './receive-uploads.server.ts';
import type { FileRow } from './send-in-parts.ts';

/** The session lasts for as long as files are sent. */
const stayEveryMs = 60_000;

/** Sends files in parts, and tracks the state of each. @param onDone gets the results once every file has one. */
export function useFileSending(onDone: (outcome: UploadOutcome) => void) {
  const [rows, setRows] = useState<FileRow[]>([]);
  const latest = useRef<FileRow[]>([]);
  const [pending, setPending] = useState(0);
  const queue = useRef(Promise.resolve());
  const receipt = useRef<string>(undefined);
  const isSending = pending > 0;
  const isSignedOut = useRef(false);
  useLeaveQuestion({
    question: 'Your files are still being sent. Leave this page anyway?',
    wouldLose: (navigation) =>
      isSending && (!navigation || navigation.nextLocation.pathname !== navigation.currentLocation.pathname),
  });
  useSessionKept(isSending);
  useEffect(() => {
    // Only when nothing is being sent: until then the browser asks before leaving the page.
    if (!isSending && isSignedOut.current) leaveForLogin(clientSession);
  }, [isSending]);
  useEffect(
    () => () => {
      for (const { stop } of latest.current) stop.abort();
    },
    [],
  );

  const show = useCallback((next: FileRow[]) => {
    latest.current = next;
    setRows(next);
  }, []);
  const change = useCallback(
    (row: FileRow, next: Partial<FileRow>) => {
      const before = latest.current.find(({ key }) => key === row.key);
      if (!before || (before.state === next.state && before.percent === next.percent)) return;
      // What had arrived as a whole when it was canceled is received all the same.
      if (before.state === 'canceled' && next.state !== 'received') return;
      show(latest.current.map((each) => (each.key === row.key ? { ...each, ...next } : each)));
    },
    [show],
  );

  /** Retried files wait until the others are done. */
  function run(sent: FileRow[], typed: TypedDetails): void {
    setPending((before) => before + 1);
    queue.current = queue.current.then(async () => {
      try {
        // Load the uploader only when a file is sent.
        const { sendInParts } = await import('./send-in-parts.ts');
        const onSignedOut = () => {
          isSignedOut.current = true;
        };
        const batch = { rows: sent, ...typed, receipt: receipt.current, change, onSignedOut };
        receipt.current = (await sendInParts(batch)) ?? receipt.current;
      } catch {
        for (const row of sent)
          change(row, { state: 'failed', text: 'There is no connection. Check it, then try again' });
      }
      setPending((before) => before - 1);
      report(typed);
    });
  }

  function report(typed: TypedDetails): void {
    const isBusy = latest.current.some(({ state }) => state === 'waiting' || state === 'shrinking');
    if (!isSignedOut.current && !isBusy) onDone(outcomeOf(latest.current, typed, receipt.current));
  }

  function replace(row: FileRow): void {
    show(latest.current.map((each) => (each.key === row.key ? row : each)));
  }

  return {
    rows,
    isSending,
    send(files: File[], typed: TypedDetails) {
      receipt.current = undefined;
      const fresh = files.map((file, key) => newRow(key, file));
      show(fresh);
      const waiting = fresh.filter(({ state }) => state === 'waiting');
      if (waiting.length === 0) report(typed);
      for (let at = 0; at < waiting.length; at += maxFilesAtOnce)
        run(waiting.slice(at, at + maxFilesAtOnce), typed);
    },
    cancel(row: FileRow) {
      row.stop.abort();
      // At once: the file may have to wait for others, or for the connection, until its turn comes.
      change(row, { state: 'canceled' });
    },
    retry(row: FileRow, typed: TypedDetails) {
      const again = newRow(row.key, row.file);
      replace(again);
      run([again], typed);
    },
    /** Makes a picture smaller, then sends it. */
    async shrink(row: FileRow, typed: TypedDetails) {
      replace({ ...row, state: 'shrinking' });
      setPending((before) => before + 1);
      const smaller = await import('#web/app/ui/files/shrink-picture.ts')
        .then(({ shrinkPicture }) => shrinkPicture(row.file))
        .catch(() => null);
      setPending((before) => before - 1);
      const next = smaller
        ? newRow(row.key, smaller)
        : { ...row, state: 'refused' as const, text: cannotShrink, canShrink: false };
      replace(next);
      if (next.state === 'waiting') run([next], typed);
      else report(typed);
    },
    /** Takes a file that was not sent off the list. */
    remove(row: FileRow, typed: TypedDetails) {
      show(latest.current.filter(({ key }) => key !== row.key));
      if (!isSending) report(typed);
    },
  };
}

const cannotShrink =
  'Your browser could not make this picture smaller. Take the photo again in a smaller size';

function newRow(key: number, file: File): FileRow {
  const text = whyNotSent(file);
  const canShrink = file.size > maxDocumentBytes && file.type.startsWith('image/');
  const state = text ? 'refused' : 'waiting';
  return { key, file, state, percent: 0, text, canShrink, receipt: '', stop: new AbortController() };
}

/** @returns why a file is not sent at all, which the server would find too; empty if it can be sent. */
function whyNotSent({ size }: File): string {
  if (size > maxDocumentBytes) return tooLargeText;
  return size === 0 ? emptyText : '';
}

/** @returns the outcome in the shape that a native post has. */
function outcomeOf(rows: FileRow[], typed: TypedDetails, receipt: string | undefined): UploadOutcome {
  const files = rows.flatMap((row, at) =>
    row.state === 'canceled' ? [] : [{ number: at + 1, name: row.file.name, outcome: outcomeOfRow(row) }],
  );
  const isReceived = rows.some(({ state }) => state === 'received');
  return { typed, errors: {}, files, receipt: (isReceived && receipt) || null };
}

function outcomeOfRow({ state, receipt, text }: FileRow): UploadOutcome['files'][number]['outcome'] {
  if (state === 'received') return { state };
  return state === 'known' ? { state, receipt } : { state: 'refused', text };
}

function useSessionKept(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const channel = openSessionChannel('client-session', () => {});
    const timer = setInterval(() => {
      stay().then(
        (session) => session && channel.post({ kind: 'lasts', endsAt: Date.now() + session.endsInMs }),
        // Without a connection the server can't be told.
        () => {},
      );
    }, stayEveryMs);
    return () => {
      clearInterval(timer);
      channel.close();
    };
  }, [isSending]);
}
