import { mkdir, statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Log } from '#api/platform/log.ts';
import type { Settings } from '#api/platform/settings.ts';

/** Proxies and containers wait for about this long. */
const answerWithinMs = 2_000;
/** Anybody may ask, so the same answer is given for a second. */
const answersForMs = 1_000;
/** Below this nothing more is kept in the folder of files, and a database beside it soon stops writing. */
const leastFreeBytes = 200 * 1024 * 1024;

interface Options {
  settings: Pick<Settings, 'CMS_DATABASE' | 'DATA_DIR'>;
  portal: Connection;
  writeToPortal(): Promise<void>;
  /** @throws Error when the keys are not those of the database. */
  checkKeys(): Promise<void>;
  log: Log;
}

/**
 * @returns what tells whether this process can do its work: write to the portal database, read the content, use its keys, and
 * keep files. The log says what it can't.
 */
export function makeReadiness({
  settings,
  portal,
  writeToPortal,
  checkKeys,
  log,
}: Options): () => Promise<boolean> {
  const content = portal.getClient().db(settings.CMS_DATABASE).collection('globals');
  const checks = {
    'portal database': writeToPortal,
    content: () => content.findOne({}, { projection: { _id: 1 } }),
    keys: checkKeys,
    'free space': async () => {
      // Whoever first keeps a file makes the folder, which may not have happened yet.
      await mkdir(settings.DATA_DIR, { recursive: true });
      const { bavail, bsize } = await statfs(settings.DATA_DIR);
      if (bavail * bsize < leastFreeBytes) throw new Error('The disk is nearly full.');
    },
  };
  let before = '';
  let last: { at: number; answer: Promise<boolean> } | undefined;

  async function look(): Promise<boolean> {
    const found = await Promise.all(
      Object.entries(checks).map(async ([kind, check]) => ((await succeeds(check)) ? [] : [kind])),
    );
    const failed = found.flat().join(', ');
    if (failed && failed !== before) log.warn('not ready', { kind: failed });
    before = failed;
    return failed === '';
  }

  return () => {
    if (!last || performance.now() - last.at > answersForMs) last = { at: performance.now(), answer: look() };
    return last.answer;
  };
}

async function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  const tooLong = new AbortController();
  const done = check().then(
    () => true,
    () => false,
  );
  const late = wait(answerWithinMs, false, { signal: tooLong.signal }).catch(() => false);
  const answer = await Promise.race([done, late]);
  tooLong.abort();
  return answer;
}
