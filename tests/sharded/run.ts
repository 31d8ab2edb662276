import { ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../scripts/start-error.ts';
import { openProduct } from '../faults/product.ts';
import { chooseTemporaryFolder } from '../setup/temporary-folder.ts';
import { type Cluster, shards, startCluster } from './cluster.ts';
import { walk } from './journey.ts';
import { shardKeys } from './shard-keys.ts';

/**
 * `npm run test:sharded`: the main journey on a sharded cluster of this machine, with the large collections sharded as docs/scale.md
 * says. Prints how many rows of each came to lie where. Loopback only; ends by itself.
 */
const evaluations = 8;

async function main(): Promise<void> {
  await chooseTemporaryFolder();
  const dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-sharded-'));
  let cluster: Cluster | undefined;
  try {
    cluster = await startCluster(dataDir);
    console.log(`a cluster of ${shards.length} shards, with ${shardKeys.size} sharded collections`);
    const product = await openProduct(dataDir, cluster);
    try {
      await walk(product.url, dataDir, evaluations);
      ok(product.crashes() === 0, 'the site has crashed');
      await expectSpread(cluster);
    } finally {
      await product.close();
    }
  } finally {
    await cluster?.client.close();
    await cluster?.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @throws AssertionError when the evaluations lie on one shard. */
async function expectSpread({ client }: Cluster): Promise<void> {
  const rows = [];
  for (const [name, key] of shardKeys) {
    const found = await client
      .db('portal')
      .collection(name)
      .aggregate<{ shard: string; count: number }>([{ $collStats: { count: {} } }])
      .toArray();
    const counts = Object.fromEntries(found.map(({ shard, count }) => [shard, count]));
    rows.push({ collection: name, key: JSON.stringify(key), ...counts });
    if (name === 'case_evaluations')
      ok(found.filter(({ count }) => count > 0).length === shards.length, 'all evaluations are on one shard');
  }
  console.table(rows);
}

await main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
