import type { ChildProcess } from 'node:child_process';
import type { HotPayload } from 'vite';
import { endProgram, type Program, startProgram } from '../children.ts';
import type { Fetched, FromSite, ToSite } from './messages.ts';

export interface SiteProcess {
  pid(): number;
  /** Starts it, and ends the one before. @returns why it does not serve, in its own words; nothing once it listens. */
  restart(): Promise<string | undefined>;
  stop(): Promise<void>;
}

interface Listeners {
  /** Gets what Vite knows of a module. */
  fetchModule(payload: HotPayload): Promise<Fetched>;
  /** A page could not be rendered. */
  failed(failure: Extract<FromSite, { kind: 'failed' }>): void;
  /** It ended without being asked to. */
  ended(words: string): void;
}

const longestWords = 4_000;
/** Code that never listens must not keep the next change from being tried. */
const startsWithinMs = 60_000;

/** Runs `serve-site.ts`. Calls must follow one another: the caller's queue sees to that. */
export function makeSiteProcess(program: Program, listeners: Listeners): SiteProcess {
  let child: ChildProcess | undefined;
  let stopped = false;

  async function start(): Promise<string | undefined> {
    const started = await startProgram(program, true);
    child = started;
    if (stopped) {
      await end();
      return 'stopping';
    }
    let words = '';
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-longestWords);
      process.stderr.write(text);
    });
    return new Promise((resolve) => {
      const tooLong = setTimeout(
        () => resolve(`The site did not start within ${startsWithinMs / 1_000} seconds.`),
        startsWithinMs,
      );
      started.on('message', async (message: FromSite) => {
        if (message.kind === 'listening') {
          clearTimeout(tooLong);
          resolve(undefined);
        } else if (message.kind === 'failed') listeners.failed(message);
        else answer(started, { id: message.id, answer: await listeners.fetchModule(message.payload) });
      });
      started.once('close', (code, signal) => {
        clearTimeout(tooLong);
        const why = words.trim() || `The site's process ended (${signal ?? code}).`;
        resolve(why);
        if (child === started) listeners.ended(why);
      });
    });
  }

  async function end(): Promise<void> {
    const ending = child;
    child = undefined;
    if (ending) await endProgram(ending);
  }

  return {
    pid: () => child?.pid ?? 0,
    async restart() {
      await end();
      return stopped ? 'stopping' : start();
    },
    async stop() {
      stopped = true;
      await end();
    },
  };
}

function answer(to: ChildProcess, message: ToSite): void {
  // It may have ended while Vite was asked.
  if (to.connected) to.send(message, () => {});
}
