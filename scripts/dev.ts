import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from './launch.ts';

/** Waits this long after a change, because editors write several files at once. */
const settleMs = 150;
const root = join(import.meta.dirname, '..');
const isOurs = /\.(tsx?|css|json|svg)$/;
const isMade = /(^|\/)(node_modules|build|\.generated|\.react-router)(\/|$)/;

const { rebuild } = await launch('dev');
let timer: NodeJS.Timeout | undefined;
await Promise.all(['web', 'forms', 'api'].map(follow));

/** A changed source is built, and the site started anew with it: about two seconds, then reload the page. */
async function follow(folder: string): Promise<void> {
  for await (const { filename } of watch(join(root, folder), { recursive: true })) {
    if (!filename || !isOurs.test(filename) || isMade.test(filename)) continue;
    clearTimeout(timer);
    timer = setTimeout(rebuild, settleMs);
  }
}
