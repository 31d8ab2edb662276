import { write, writeSync } from 'node:fs';

const standardOutput = 1;
const flushEveryMs = 1_000;
const flushAtBytes = 4_096;
/** Lines that would wait beyond this are dropped. */
const maxWaitingBytes = 1_024 * 1_024;
const retryMs = 100;
/** How long the end of the process waits for a slow reader. */
const lastWriteMs = 500;

let add: ((line: string) => void) | undefined;

/**
 * Writes a line to standard output without making anybody wait for it: at most a second or 4 KiB late, and as far as possible
 * when the process exits. While nothing can be written, because the disk is full or the reader has stalled or ended, 1 MiB of
 * lines is kept; more are dropped, and the log says how many once it can be written again.
 */
export function writeLogLine(line: string): void {
  add ??= openOutput();
  add(line);
}

function openOutput(): (line: string) => void {
  // Node makes a pipe or socket non-blocking once its stream is looked at. A write that blocks would hold up a thread for as
  // long as the reader stalls, and with it the end of the process, which waits for all of its threads.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  /** What is left of the lines whose turn it is. */
  let current: Buffer = Buffer.alloc(0);
  let state: 'idle' | 'writing' | 'pausing' = 'idle';

  function takeWaiting(): Buffer {
    const lines = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    return lines;
  }

  function flush(): void {
    if (state !== 'idle') return;
    if (current.length === 0) current = takeWaiting();
    if (current.length === 0) return;
    state = 'writing';
    write(standardOutput, current, (error, written) => {
      if (error) {
        state = 'pausing';
        // Without end: a disk gets space, and a named pipe a new reader.
        setTimeout(resume, error.code === 'EAGAIN' ? retryMs : flushEveryMs).unref();
        return;
      }
      current = current.subarray(written);
      if (current.length === 0 && dropped > 0) current = Buffer.concat([takeWaiting(), takeDropped()]);
      if (current.length > 0 || waitingBytes >= flushAtBytes) resume();
      else state = 'idle';
    });
  }

  function resume(): void {
    state = 'idle';
    flush();
  }

  function takeDropped(): Buffer {
    const time = new Date().toISOString();
    const line = JSON.stringify({ time, level: 'warn', event: 'log lines dropped', count: dropped });
    dropped = 0;
    return Buffer.from(`${line}\n`);
  }

  setInterval(flush, flushEveryMs).unref();
  process.once('exit', () => {
    // The thread that writes finishes by itself.
    let rest = state === 'writing' ? takeWaiting() : Buffer.concat([current, takeWaiting()]);
    const until = Date.now() + lastWriteMs;
    while (rest.length > 0 && Date.now() < until) {
      try {
        rest = rest.subarray(writeSync(standardOutput, rest));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      }
    }
  });
  return (line) => {
    const bytes = Buffer.from(`${line}\n`);
    if (waitingBytes + bytes.length > maxWaitingBytes) {
      dropped += 1;
      return;
    }
    waiting.push(bytes);
    waitingBytes += bytes.length;
    if (waitingBytes >= flushAtBytes) flush();
  };
}
