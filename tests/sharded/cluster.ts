import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import mongoose from 'mongoose';
import { findFreePort } from '../../scripts/free-port.ts';
import type { Uris } from '../../scripts/mongod.ts';
import { prepareUsers } from '../../scripts/prepare-replica-set.ts';
import { StartError } from '../../scripts/start-error.ts';
import { until } from '../faults/figures.ts';
import { makeNode, makeServer, type Server } from '../faults/server.ts';
import { shardKeys } from './shard-keys.ts';

const { MongoClient } = mongoose.mongo;
type Client = InstanceType<typeof MongoClient>;

const comesUpWithinMs = 60_000;
export const shards = ['shard-1', 'shard-2'];

/** A sharded cluster on loopback: config server and two shards, each a replica set of one, and a router. */
export interface Cluster extends Uris {
  ownerUri: string;
  /** Of the owner, through the router. */
  client: Client;
  end(): Promise<void>;
}

/**
 * Starts a new one, with the users that the product has and its large collections sharded.
 *
 * @throws StartError when there is no router: what `npm start` downloads is a mongod alone.
 */
export async function startCluster(dataDir: string): Promise<Cluster> {
  const { mongod, mongos } = findPrograms();
  await mkdir(join(dataDir, 'logs'), { recursive: true });
  await writeFile(join(dataDir, 'database.key'), randomBytes(64).toString('base64'), { mode: 0o600 });
  const servers: Server[] = [];
  const end = async () => {
    for (const server of servers.toReversed()) await server.end('SIGTERM');
  };
  try {
    const hosts = new Map<string, string>();
    for (const [name, kind] of [
      ['config', '--configsvr'],
      ...shards.map((each) => [each, '--shardsvr']),
    ] as const) {
      const role = [String(kind), '--replSet', String(name)];
      const node = makeNode(mongod, dataDir, { folder: String(name), port: await findFreePort(), role });
      servers.push(node);
      await node.start();
      await initiate(String(name), node.host);
      hosts.set(String(name), node.host);
    }
    const port = await findFreePort();
    const args = ['--configdb', `config/${hosts.get('config')}`];
    const router = makeServer(mongos, dataDir, { name: 'router', port, args });
    servers.push(router);
    await router.start();
    return { ...(await prepare(router.host, hosts)), end };
  } catch (error) {
    await end();
    throw error;
  }
}

function findPrograms(): { mongod: string; mongos: string } {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const [mongod, mongos] = [join(folder, 'mongod'), join(folder, 'mongos')];
    if (existsSync(mongod) && existsSync(mongos)) return { mongod, mongos };
  }
  throw new StartError(
    'No folder on the PATH has both mongod and mongos, 7.0 or newer: both are in the packages of MongoDB’s own repositories (mongodb-org-server, mongodb-org-mongos).',
  );
}

async function initiate(name: string, host: string): Promise<void> {
  const client = await MongoClient.connect(`mongodb://${host}/?directConnection=true`, {
    serverSelectionTimeoutMS: comesUpWithinMs,
  });
  try {
    const admin = client.db('admin');
    await admin.command({
      replSetInitiate: { _id: name, configsvr: name === 'config', members: [{ _id: 0, host }] },
    });
    await until(`${name} has a primary`, comesUpWithinMs, async () => {
      return (await admin.command({ hello: 1 })).isWritablePrimary === true;
    });
  } finally {
    await client.close();
  }
}

/** Makes the users, adds the shards and shards what is large, before the product creates it. */
async function prepare(router: string, hosts: ReadonlyMap<string, string>): Promise<Omit<Cluster, 'end'>> {
  const secret = () => randomBytes(24).toString('hex');
  const users = { owner: secret(), site: secret(), cms: secret() };
  const first = await MongoClient.connect(`mongodb://${router}/`, {
    serverSelectionTimeoutMS: comesUpWithinMs,
  });
  await first.db('admin').command({ createUser: 'owner', pwd: users.owner, roles: ['root'] });
  await first.close();
  const uriOf = (user: keyof typeof users) => `mongodb://${user}:${users[user]}@${router}/?authSource=admin`;
  const ownerUri = uriOf('owner');
  const client = await MongoClient.connect(ownerUri);
  const admin = client.db('admin');
  for (const shard of shards) await admin.command({ addShard: `${shard}/${hosts.get(shard)}` });
  // What is not sharded lies on the first shard of its database.
  for (const [database, primaryShard] of [
    ['portal', shards[0]],
    ['cms', shards[1]],
    ['audit', shards[1]],
  ])
    await admin.command({ enableSharding: database, primaryShard });
  for (const [name, key] of shardKeys) await admin.command({ shardCollection: `portal.${name}`, key });
  await prepareUsers(client, users, router);
  return { siteUri: uriOf('site'), cmsUri: uriOf('cms'), ownerUri, client };
}
