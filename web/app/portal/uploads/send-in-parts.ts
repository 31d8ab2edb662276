import type { BrowserRouter } from '@claimdesk/api/router';
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import { DetailedError, Upload } from 'tus-js-client';
import { uploadsPath } from '#web/app/portal/portal.ts';
import type { TypedDetails } from './receive-uploads.server.ts';

/** A file being sent, as the page shows it. */
export interface FileRow {
  key: number;
  file: File;
  state:
    | 'waiting'
    /** A picture that was too large. */
    | 'shrinking'
    | 'sending'
    /** Waits for the connection to come back. */
    | 'offline'
    | 'checking'
    | 'received'
    /** The client sent it before; `receipt` is the earlier one. */
    | 'known'
    | 'refused'
    /** Not sent, but it can be retried. */
    | 'failed'
    | 'canceled';
  percent: number;
  /** Why it was not sent. */
  text: string;
  canShrink: boolean;
  receipt: string;
  /** Cancels it. */
  stop: AbortController;
}

/** A request has ten minutes to arrive: at 70 kilobits a second it does. */
const partBytes = 5 * 1024 * 1024;
/** How often a file is retried at once if the server responds but can't take it. */
const mostFailures = 6;
const longestWaitMs = 15_000;
/** Another request sends the same file, or several others of this client are under way. */
const isSoonOver = [409, 423, 429];
const askAgainMs = 2_000;

const sorry = 'Something went wrong on our side. Try again in a few minutes, or call us';
const signedOut =
  'You were logged out. Log in again, then choose this file again: it goes on where it stopped';

const api = createTRPCClient<BrowserRouter>({ links: [httpLink({ url: '/trpc' })] });

interface Batch extends TypedDetails {
  rows: FileRow[];
  /** The reference of files that were sent before, for these to share. */
  receipt: string | undefined;
  /** Reports the progress of a file to the page. */
  change: (row: FileRow, next: Partial<FileRow>) => void;
  /** Tells the page that the session has ended. */
  onSignedOut: () => void;
}

/**
 * Sends files one after the other. Without a connection it waits, and after a lost connection it resumes. It never
 * throws: `change` reports the result of each file.
 *
 * @returns the reference of the files that were received.
 */
export async function sendInParts(batch: Batch): Promise<string | undefined> {
  const { rows, change } = batch;
  const begun = await begin(batch);
  let receipt = begun?.receipt;
  for (const row of rows) {
    const announced = begun?.files.get(row);
    if (!announced) continue;
    if (announced.state !== 'waiting') {
      change(row, announced);
      continue;
    }
    try {
      const outcome = await sendFile(announced.upload, row, change);
      if (outcome.state === 'received') receipt = outcome.receipt;
      change(row, outcome);
    } catch (error) {
      tellFailure(row, error, batch);
    }
  }
  return receipt;
}

/** Announces the files by their hashes: their names stay here. */
async function begin(batch: Batch) {
  const { rows, type, note, receipt, change } = batch;
  const hashed: { row: FileRow; hash: string; size: number }[] = [];
  for (const row of rows) {
    try {
      hashed.push({ row, hash: await sha256(row.file), size: row.file.size });
    } catch {
      change(row, { state: 'refused', text: 'We could not read this file. Choose it again' });
    }
  }
  const left = hashed.filter(({ row }) => !row.stop.signal.aborted);
  if (left.length === 0) return undefined;
  const files = left.map(({ hash, size }) => ({ hash, size }));
  const lost = () => {
    for (const { row } of left) change(row, { state: 'offline' });
  };
  try {
    const signal = whenAllCanceled(left.map(({ row }) => row));
    const call = () =>
      api.uploads.begin.mutate({ type, note, files, ...(receipt && { receipt }) }, { signal });
    const begun = await persistently(call, lost, signal);
    for (const { row } of left) change(row, { state: 'waiting' });
    return {
      receipt: begun.receipt,
      files: new Map(begun.files.map((file, at) => [left[at]?.row, file] as const)),
    };
  } catch (error) {
    for (const { row } of left) tellFailure(row, error, batch);
    return undefined;
  }
}

/** @returns a signal that aborts once the last of these files is canceled. */
function whenAllCanceled(rows: FileRow[]): AbortSignal {
  const all = new AbortController();
  const signals = rows.map(({ stop }) => stop.signal);
  for (const signal of signals)
    signal.addEventListener('abort', () => {
      if (signals.every(({ aborted }) => aborted)) all.abort();
    });
  return all.signal;
}

async function sha256(file: File): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

async function sendFile(upload: string, row: FileRow, change: Batch['change']) {
  const url = `${uploadsPath}/${upload}`;
  const { signal } = row.stop;
  const lost = () => change(row, { state: 'offline' });
  try {
    await persistently(() => sendBytes(url, row, change), lost, signal);
  } catch (error) {
    // An upload that can't be canceled now, without a connection, expires after a day.
    if (signal.aborted) await Upload.terminate(url, { retryDelays: null }).catch(() => {});
    throw error;
  }
  change(row, { state: 'checking' });
  for (;;) {
    const outcome = await persistently(() => api.uploads.finish.mutate({ upload }), lost);
    if (outcome.state !== 'checking') return outcome;
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}

/** @throws DetailedError of tus; the reason of `row.stop` when it was canceled. */
function sendBytes(url: string, row: FileRow, change: Batch['change']): Promise<void> {
  const { signal } = row.stop;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const upload = new Upload(row.file, {
      uploadUrl: url,
      chunkSize: partBytes,
      retryDelays: null,
      // Phones are shared: nothing about the file stays on this one.
      storeFingerprintForResuming: false,
      onProgress: (sent, total) =>
        change(row, { state: 'sending', percent: Math.floor((100 * sent) / total) }),
      onSuccess: () => resolve(),
      onError: reject,
    });
    signal.addEventListener('abort', () => {
      void upload.abort();
      reject(signal.reason);
    });
    upload.start();
  });
}

/** Retries as long as there is no connection, and a few times if the server responds with an error. */
async function persistently<T>(work: () => Promise<T>, lost: () => void, signal?: AbortSignal): Promise<T> {
  for (let [tries, failures] = [0, 0]; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const status = statusOf(error);
      if (status === undefined) lost();
      else if (status < 500 && !isSoonOver.includes(status)) throw error;
      else {
        failures += 1;
        if (failures > mostFailures) throw error;
      }
      await soon(Math.min(500 * 2 ** tries, longestWaitMs), signal);
    }
  }
}

/** @returns the status of the server's response; undefined if there was none. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof TRPCClientError) return error.data?.httpStatus;
  if (error instanceof DetailedError) return error.originalResponse?.getStatus() || undefined;
  return 400;
}

/** Waits until the time is up, the connection is back or the file was canceled. */
function soon(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    window.addEventListener('online', done);
    signal?.addEventListener('abort', done);
  });
}

function tellFailure(row: FileRow, error: unknown, { change, onSignedOut }: Batch): void {
  if (statusOf(error) === 401) onSignedOut();
  const own = error instanceof TRPCClientError && error.data?.refusal ? error.message : sorry;
  const text = statusOf(error) === 401 ? signedOut : own;
  change(row, row.stop.signal.aborted ? { state: 'canceled' } : { state: 'failed', text });
}
