import { openDeps } from '../api/open-deps.ts';
import { readSettings } from '../api/platform/settings.ts';
import { readPage, servePublishedArticle, until } from '../tests/setup/site-processes.ts';

const processes = 4;
const [publications = 0] = process.argv.slice(2).map(Number);

/** The process of `publishing.ts` that publishes. Its argument is how often, its environment names an empty database. */
const deps = await openDeps(readSettings(process.env), () => {});
const article = await servePublishedArticle(deps.payload, processes);
const written: number[] = [];
const published: number[] = [];
for (let round = 1; round <= publications; round += 1) {
  // Every process has the old page cached, as in normal operation.
  await Promise.all(article.pages.map(readPage));
  const title = `Who is at your hearing, version ${round}`;
  const begun = performance.now();
  await deps.payload.update({
    collection: 'articles',
    id: article.id,
    data: { title, _status: 'published' },
  });
  written.push(performance.now() - begun);
  await Promise.all(article.pages.map((page) => until(async () => (await readPage(page)).includes(title))));
  published.push(performance.now() - begun);
}
print();
await article.stop();
await deps.close();

function print(): void {
  const baseline = percentile(written, 0.95);
  const row = (name: string, times: number[]) => {
    const figures = [0.5, 0.95, 1].map((share) => `${percentile(times, share).toFixed(1)} ms`);
    const ratio = (percentile(times, 0.95) / baseline).toFixed(2);
    console.log(`| ${[name, ...figures, ratio].join(' | ')} |`);
  };
  console.log(`| publishing, ${publications} times | p50 | p95 | longest | p95 of its baseline |`);
  console.log('|---|---|---|---|---|');
  row('written', written);
  row(`public at ${processes} site processes`, published);
}

function percentile(times: number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
}
