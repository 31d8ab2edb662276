import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningDatabase, startMongod } from '../../scripts/mongod.ts';
import { fillDataDir } from '../setup/site.ts';
import { Attempts, countDamage, type Evaluation, prepareEvaluations } from './evaluations.ts';
import { all, none, type Row, seconds, sized, until } from './figures.ts';
import { openProduct, type Product } from './product.ts';
import { isInOurWords, request } from './requests.ts';
import type { Trial } from './trial.ts';

const sizeMb = 1_200;
const fullForMs = 30_000;
const recoversWithinMs = 65_000;
const everyMs = 250;

export const fullDisk: Trial = {
  name: 'full-disk',
  title: 'A full disk',
  about:
    'The database and DATA_DIR lie on a file system of their own, in memory, which is filled to the last byte while evaluations are sent and pages are read, and then freed. A mongod that ends is started again by what keeps it running, as in any deployment; nothing is done to the site.',
  on: 'its own',
  async run(scale) {
    const mountPoint = await mkdtemp(join(tmpdir(), 'claimdesk-disk-'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', mountPoint]);
    if (mounted.status !== 0) {
      await rm(mountPoint, { recursive: true, force: true });
      return [
        { what: 'not tried: no file system may be mounted here', figure: '-', mark: '-', passed: true },
      ];
    }
    try {
      return await fillAndFree(join(mountPoint, 'data'), scale);
    } finally {
      spawnSync('umount', ['-l', mountPoint]);
      await rm(mountPoint, { recursive: true, force: true });
    }
  },
};

async function fillAndFree(dataDir: string, scale: number): Promise<Row[]> {
  await mkdir(join(dataDir, 'logs'), { recursive: true });
  await fillDataDir(dataDir);
  const kept = await keepMongod(dataDir);
  const product = await openProduct(dataDir, kept.database);
  try {
    const lasts = sized(fullForMs, scale, 15_000);
    const evaluations = await prepareEvaluations(Math.ceil((lasts + recoversWithinMs) / everyMs), product);
    const attempts = new Attempts();
    const acknowledged: Evaluation[] = [];
    const sendNext = async () => {
      const evaluation = evaluations[attempts.took.length] as Evaluation;
      const sent = await attempts.send(product.url, evaluation);
      if (sent === 'stored') acknowledged.push(evaluation);
      return sent === 'stored';
    };
    const pages: Pages = { read: 0, wordless: 0 };
    await sendNext();
    await fill(join(dataDir, 'filling'));
    for (const end = performance.now() + lasts; performance.now() < end; await wait(everyMs)) {
      await sendNext();
      await readPages(product, pages);
    }
    const refusals = attempts.took.length - acknowledged.length;
    await rm(join(dataDir, 'filling'));
    kept.freed();
    const recovered = await until('evaluations are stored again', 2 * recoversWithinMs, sendNext, everyMs);
    const damage = await countDamage(acknowledged, product);
    const { counts } = attempts;
    return [
      none('acknowledged and lost', damage.lost),
      none('stored or mailed twice', damage.twice),
      none(
        `evaluations refused otherwise than in our words, of ${refusals} refused while it was full`,
        counts['refused otherwise'] + counts['not answered'] + counts.hung,
      ),
      none(`pages that failed otherwise than in our words, of ${pages.read}`, pages.wordless),
      seconds('until evaluations are stored again, once it was freed', recovered, recoversWithinMs),
      all('site processes that lived through it', product.crashes() === 0 ? 1 : 0, 1),
    ];
  } finally {
    await product.close();
    await kept.stop();
  }
}

interface Pages {
  read: number;
  wordless: number;
}

async function readPages({ url }: Product, pages: Pages): Promise<void> {
  for (const path of ['/faq', '/client-login']) {
    const page = await request(url, path).catch(() => undefined);
    pages.read += 1;
    if (!page || (page.status >= 500 && !isInOurWords(page))) pages.wordless += 1;
  }
}

/** Keeps a mongod running, once there is room for it again. */
async function keepMongod(dataDir: string) {
  let database: RunningDatabase = await startMongod(dataDir, () => {});
  let stopping = false;
  let starting: Promise<void> | undefined;
  const room = Promise.withResolvers<void>();
  const watch = ({ exited }: RunningDatabase) =>
    void exited.then(() => {
      if (stopping) return;
      starting = room.promise.then(async () => {
        database = await startMongod(dataDir, () => {});
        watch(database);
      });
      // Whoever stops it is told.
      starting.catch(() => {});
    });
  watch(database);
  return {
    database,
    freed: () => room.resolve(),
    async stop() {
      stopping = true;
      await starting;
      await database.stop();
    },
  };
}

/** Writes until there is no room for another byte. */
async function fill(file: string): Promise<void> {
  const filling = await open(file, 'w');
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
      const block = Buffer.alloc(size);
      while (
        await filling.write(block).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await filling.close().catch(() => {});
  }
}
