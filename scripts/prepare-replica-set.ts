import { setTimeout as wait } from 'node:timers/promises';
import { auditCollection, auditIndexes } from '@claimdesk/api/audit';
import mongoose from 'mongoose';
import { StartError } from './start-error.ts';

const { MongoClient, MongoServerError } = mongoose.mongo;
type MongoClient = InstanceType<typeof MongoClient>;

/** Passwords of the three database users. */
export interface DatabaseUsers {
  /** May do everything: sets up, backs up, restores. */
  owner: string;
  /** Reads and writes content and portal, and may only read and add to the audit log. */
  site: string;
  /** Reads and writes the content and nothing else. */
  cms: string;
}

/** Where the site restores a backup to try it: see `rehearse`. */
const rehearsalDatabases = ['rehearsal_cms', 'rehearsal_portal', 'rehearsal_audit'];

/**
 * Makes the server at `host` a one-node replica set with our three users, unless it already is one. Users that are there get the rights
 * that a new version needs, and `site` and `cms` the passwords that are given, where these are others: that is how they are changed.
 *
 * @param host `name:port` under which every process reaches it. @throws StartError when it does not answer in a minute.
 */
export async function prepareReplicaSet(host: string, users: DatabaseUsers): Promise<void> {
  const owned = uriOf('owner', users.owner, host);
  const client = (await connected(owned, 60_000)) ?? (await createOwner(host, users, owned));
  try {
    await joinReplicaSet(client, host);
    await prepareUsers(client, users, host);
  } finally {
    await client.close();
  }
}

/**
 * Makes the users of site and CMS, and the audit log, unless they are there; a user with another password gets the given one.
 *
 * @param client of the owner. @param host `name:port`.
 */
export async function prepareUsers(client: MongoClient, users: DatabaseUsers, host: string): Promise<void> {
  const admin = client.db('admin');
  const known = await admin.command({ usersInfo: ['site', 'cms'] });
  const names = new Set((known.users as { user: string }[]).map(({ user }) => user));
  const readWrite = (db: string) => ({ role: 'readWrite', db });
  const roles = {
    site: [
      ...['cms', 'portal', ...rehearsalDatabases].map(readWrite),
      { role: 'clusterMonitor', db: 'admin' },
      await prepareAuditLog(client),
    ],
    cms: [readWrite('cms')],
  };
  for (const user of ['site', 'cms'] as const) {
    if (!names.has(user)) {
      await admin.command({ createUser: user, pwd: users[user], roles: roles[user] });
      continue;
    }
    await admin.command({ grantRolesToUser: user, roles: roles[user] });
    const own = await connected(uriOf(user, users[user], host), 60_000);
    if (own) await own.close();
    else await admin.command({ updateUser: user, pwd: users[user] });
  }
}

function uriOf(user: keyof DatabaseUsers, password: string, host: string): string {
  return `mongodb://${user}:${encodeURIComponent(password)}@${host}/?authSource=admin&directConnection=true`;
}

/**
 * Creates the audit log with its indexes, and the role of those who may read and add to it. Only the owner may change
 * or delete its entries. @returns the role.
 */
async function prepareAuditLog(client: MongoClient): Promise<{ role: string; db: string }> {
  const audit = client.db('audit');
  await audit.collection(auditCollection).createIndexes([...auditIndexes]);
  const [role, db] = ['auditWriter', 'audit'];
  const { roles } = await audit.command({ rolesInfo: role });
  if (roles.length === 0) {
    const privileges = [{ resource: { db, collection: auditCollection }, actions: ['find', 'insert'] }];
    await audit.command({ createRole: role, privileges, roles: [] });
  }
  return { role, db };
}

/** On an empty database MongoDB lets a loopback client without a password create the first user, and only that. */
async function createOwner(host: string, users: DatabaseUsers, owned: string): Promise<MongoClient> {
  const client = await MongoClient.connect(`mongodb://${host}/?directConnection=true`);
  try {
    await joinReplicaSet(client, host);
    await client.db('admin').command({ createUser: 'owner', pwd: users.owner, roles: ['root'] });
  } finally {
    await client.close();
  }
  return MongoClient.connect(owned);
}

/** @returns a client, or undefined when the server is up but does not know this user yet. */
async function connected(uri: string, patienceMs: number): Promise<MongoClient | undefined> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await MongoClient.connect(uri, { serverSelectionTimeoutMS: 500 });
    } catch (error) {
      if (error instanceof MongoServerError && error.code === 18) return undefined;
      if (Date.now() > until)
        throw new StartError('MongoDB did not answer within a minute; see its log in DATA_DIR/logs.');
      await wait(100);
    }
  }
}

async function joinReplicaSet(client: MongoClient, host: string): Promise<void> {
  const admin = client.db('admin');
  const members = [{ _id: 0, host }];
  try {
    await admin.command({ replSetInitiate: { _id: 'claimdesk', members } });
  } catch (error) {
    const alreadyInitialized = error instanceof MongoServerError && [23, 13].includes(Number(error.code));
    if (!alreadyInitialized) throw error;
    const { config } = await admin.command({ replSetGetConfig: 1 });
    if (config.members[0].host !== host) {
      // The port of the last start was taken, so the set has to learn its new address.
      await admin.command({
        replSetReconfig: {
          ...config,
          version: config.version + 1,
          members: [{ ...config.members[0], host }],
        },
        force: true,
      });
    }
  }
  while (!(await admin.command({ hello: 1 })).isWritablePrimary) await wait(50);
}
