import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseTemporaryFolder, makeSeededDataDir } from '../setup/temporary-folder.ts';
import { failPoints } from './fail-points.ts';
import type { Row } from './figures.ts';
import { fullDisk } from './full-disk.ts';
import { fuzz } from './fuzz.ts';
import { killedPrimary, stepDowns } from './primaries.ts';
import { openOnOneNode, type Product } from './product.ts';
import { writeReport } from './report.ts';
import { signIns } from './sign-ins.ts';
import { siteKills } from './site-kills.ts';
import { stops } from './stops.ts';
import { openOnThreeNodes, type ProductOnThree } from './three-nodes.ts';
import { timing } from './timing.ts';
import type { Trial } from './trial.ts';

/** In the order in which they run. */
const trials: readonly Trial[] = [
  signIns,
  timing,
  fuzz,
  stops,
  siteKills,
  failPoints,
  killedPrimary,
  stepDowns,
  fullDisk,
];

/**
 * `npm run test:faults` hurts the product in every way that docs/security.md says it withstands, prints each figure beside its pass
 * mark and writes docs/reliability.md. With names of trials it does so for those alone. `--tenth` does a tenth of each, as `npm run
 * test:all` does, and writes nothing. It ends with code 1 where a mark is missed.
 */
const { values, positionals } = parseArgs({
  options: { tenth: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((each) => !trials.some(({ name }) => name === each));
if (unknown.length > 0) {
  console.error(`There is no trial ${unknown.join(', ')}: say ${trials.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const scale = values.tenth ? 0.1 : 1;
const chosen = trials.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const open: { one?: Product | undefined; three?: ProductOnThree } = {};
// Its database would outlive it.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await closeAll();
    process.exit(1);
  });
await chooseTemporaryFolder();
const folder = await mkdtemp(join(tmpdir(), 'claimdesk-faults-'));
try {
  if (!process.env.SEEDED_DATA_DIR) await makeSeededDataDir(join(folder, 'data'));
  const all: Row[] = [];
  for (const trial of chosen) {
    console.log(`\n${trial.title}`);
    const start = performance.now();
    const rows = await run(trial).catch((error: unknown): Row[] => {
      console.error(error);
      return [{ what: 'the trial itself', figure: 'it failed', mark: 'it ends', passed: false }];
    });
    for (const { what, figure, mark, passed } of rows)
      console.log(`  ${passed ? 'passed' : 'MISSED'}  ${what}: ${figure} (${mark})`);
    const finding = { trial, rows, seconds: Math.round((performance.now() - start) / 1000) };
    all.push(...rows);
    // After each, so that a run that is cut short has not measured for nothing.
    if (scale === 1) await writeReport(finding, trials);
  }
  const missed = all.filter(({ passed }) => !passed).length;
  console.log(`\n${all.length - missed} marks passed, ${missed} missed`);
  process.exitCode = missed > 0 ? 1 : 0;
} finally {
  await closeAll();
  await rm(folder, { recursive: true, force: true });
}

async function closeAll(): Promise<void> {
  await open.one?.close();
  await open.three?.close();
}

async function run(trial: Trial): Promise<Row[]> {
  if (trial.on === 'its own') return trial.run(scale);
  if (trial.on === 'one node') {
    open.one ??= await openOnOneNode();
    return trial.run(scale, open.one);
  }
  // One product at a time has the processors.
  await open.one?.close();
  open.one = undefined;
  open.three ??= await openOnThreeNodes();
  return trial.run(scale, open.three);
}
