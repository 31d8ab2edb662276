import { setTimeout as wait } from 'node:timers/promises';

const [, , url, ...pages] = process.argv;
const everyMs = 50;

/**
 * Requests one page after another until its input ends, then prints how long each took, in milliseconds as JSON. A
 * process of its own, so that the other measurements do not delay it.
 */
let over = false;
process.stdin.once('end', () => {
  over = true;
});
process.stdin.resume();
const opened: Promise<number>[] = [];
for (let at = 0; !over; at += 1) {
  opened.push(open(`${url}${pages[at % pages.length]}`));
  await wait(everyMs);
}
console.log(JSON.stringify(await Promise.all(opened)));

async function open(page: string): Promise<number> {
  const start = performance.now();
  await (await fetch(page)).arrayBuffer();
  return performance.now() - start;
}
