import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { findMongod } from '../../scripts/find-mongod.ts';
import { findFreePort } from '../../scripts/free-port.ts';
import { startMongod } from '../../scripts/mongod.ts';
import { makeDataDir } from '../setup/site.ts';
import { until } from './figures.ts';
import { openProduct, type Product } from './product.ts';
import { makeNode, type Server } from './server.ts';

const { MongoClient } = mongoose.mongo;
const electsWithinMs = 60_000;

/** A product whose database is a replica set of three, with MongoDB's own settings. */
export interface ProductOnThree extends Product {
  /** Kills the primary. @returns what starts it again. */
  killPrimary(): Promise<() => Promise<void>>;
  /** Makes the primary step down, as before maintenance. */
  stepDown(): Promise<void>;
  /** Waits until there is a primary and the others follow it. */
  whole(): Promise<void>;
}

export async function openOnThreeNodes(): Promise<ProductOnThree> {
  const dataDir = await makeDataDir();
  await mkdir(join(dataDir, 'logs'), { recursive: true });
  // Makes the users of a database that is new, and is then one of three.
  const alone = await startMongod(dataDir, () => {});
  await alone.stop();
  const { port, owner, site, cms } = JSON.parse(await readFile(join(dataDir, 'database.json'), 'utf8'));
  const { file } = await findMongod(() => {});
  const role = ['--replSet', 'claimdesk'];
  const nodes = [makeNode(file, dataDir, { folder: 'db', port, role })];
  for (const folder of ['db-2', 'db-3'])
    nodes.push(makeNode(file, dataDir, { folder, port: await findFreePort(), role }));
  const endAll = async () => {
    await Promise.all(nodes.map((node) => node.end('SIGTERM')));
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return await openOn(nodes, dataDir, { owner, site, cms }, endAll);
  } catch (error) {
    await endAll();
    throw error;
  }
}

async function openOn(
  nodes: readonly Server[],
  dataDir: string,
  users: Record<'owner' | 'site' | 'cms', string>,
  endAll: () => Promise<void>,
): Promise<ProductOnThree> {
  for (const node of nodes) await node.start();
  const uriOf = (user: 'owner' | 'site' | 'cms') =>
    `mongodb://${user}:${users[user]}@${nodes.map(({ host }) => host).join(',')}/?authSource=admin&replicaSet=claimdesk`;
  const first = await MongoClient.connect(
    `mongodb://owner:${users.owner}@${nodes[0]?.host}/?authSource=admin&directConnection=true`,
  );
  await until('the first node is primary', electsWithinMs, async () => {
    const { isWritablePrimary } = await first.db('admin').command({ hello: 1 });
    return isWritablePrimary === true;
  });
  await addMembers(first, nodes.slice(1));
  await first.close();
  const ownerUri = uriOf('owner');
  const admin = await MongoClient.connect(ownerUri);
  const whole = () => waitUntilWhole(admin);
  await whole();
  const product = await openProduct(dataDir, {
    siteUri: uriOf('site'),
    cmsUri: uriOf('cms'),
    ownerUri,
  });
  return {
    ...product,
    whole,
    async killPrimary() {
      const { primary } = await admin.db('admin').command({ hello: 1 });
      const node = nodes.find(({ host }) => host === primary);
      if (!node) throw new Error('There is no primary to kill.');
      await node.end('SIGKILL');
      return () => node.start();
    },
    async stepDown() {
      await admin.db('admin').command({ replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 });
    },
    async close() {
      await product.close();
      await admin.close();
      await endAll();
    },
  };
}

type Client = InstanceType<typeof MongoClient>;

/** One after the other, as MongoDB wants it. */
async function addMembers(first: Client, nodes: readonly Server[]): Promise<void> {
  const admin = first.db('admin');
  for (const [at, { host }] of nodes.entries()) {
    // The set changes its configuration by itself too, once a member that is new has caught up.
    await until(`node ${at + 2} is a member`, electsWithinMs, async () => {
      const { config } = await admin.command({ replSetGetConfig: 1 });
      const members = [...config.members, { _id: at + 1, host }];
      const changed = { ...config, version: config.version + 1, members };
      return admin.command({ replSetReconfig: changed }).then(
        () => true,
        () => false,
      );
    });
    await waitUntilWhole(first);
  }
}

async function waitUntilWhole(client: Client): Promise<void> {
  await until('every member follows a primary', 2 * electsWithinMs, async () => {
    const { members } = await client
      .db('admin')
      .command({ replSetGetStatus: 1 })
      .catch(() => ({ members: [{ stateStr: 'unknown' }] }));
    const states: string[] = members.map(({ stateStr }: { stateStr: string }) => stateStr);
    return states.includes('PRIMARY') && states.every((state) => ['PRIMARY', 'SECONDARY'].includes(state));
  });
}
