import { isPublicAddress } from '@claimdesk/cms/production';
import mongoose from 'mongoose';
import type { Settings } from '#api/platform/settings.ts';

const { MongoClient, MongoServerError, MongoServerSelectionError } = mongoose.mongo;
type MongoClient = InstanceType<typeof MongoClient>;

type DatabaseSettings = Pick<Settings, 'MONGODB_URI' | 'PUBLIC_URL' | 'NODE_ENV'>;

/** Older major versions no longer get security updates. */
const oldestSupported = 7;
const timeoutMs = 6_000;

/**
 * Checks that the server in MONGODB_URI answers, accepts our credentials, can run transactions and is not too old, before
 * anything else connects to it, so that a problem is reported in one sentence within 10 seconds.
 *
 * @param databases that this user must be allowed to read.
 * @returns the version of the server, and whether it still gets security updates.
 * @throws Error with one sentence that contains neither the user nor the password.
 */
export async function checkDatabase(
  settings: DatabaseSettings,
  databases: string[],
): Promise<{ version: string; supported: boolean }> {
  const client = clientOf(settings.MONGODB_URI);
  try {
    const tooLong = AbortSignal.timeout(timeoutMs + 1_000);
    await Promise.race([client.connect(), rejectOn(tooLong)]).catch(async (error: unknown) => {
      throw new Error(await reasonOf(error, client));
    });
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 });
    if (!hello.setName) throw new Error(standalone);
    for (const name of databases) await refuseForbidden(client, name);
    const { version }: { version: string } = (await admin.command({ buildInfo: 1 })) as never;
    const supported = isSupported(version);
    if (!supported && settings.NODE_ENV === 'production' && isPublicAddress(settings.PUBLIC_URL)) {
      throw new Error(
        `MongoDB ${version} gets no security updates any more, so it must not serve a public site: use MongoDB ${oldestSupported}.0 or newer.`,
      );
    }
    return { version, supported };
  } finally {
    await client.close();
  }
}

/** @returns whether this version of MongoDB still gets security updates. */
export function isSupported(version: string): boolean {
  return Number.parseInt(version, 10) >= oldestSupported;
}

const standalone =
  'MongoDB must run as a replica set (one node is enough): transactions and change streams need it.';

function clientOf(uri: string): MongoClient {
  try {
    // The driver would read what follows an unescaped @ in the password as the host.
    if (/^[^/]*\/\/[^/]*@[^/]*@/.test(uri)) throw new Error('two @');
    return new MongoClient(uri, {
      serverSelectionTimeoutMS: timeoutMs,
      connectTimeoutMS: timeoutMs,
    });
  } catch {
    // The driver's own message may quote the password.
    throw new Error(
      'MONGODB_URI is not a valid address: it must read mongodb://user:password@host:27017/?replicaSet=name, with %40 for each @ in the password and so on.',
    );
  }
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('timeout'))));
}

async function reasonOf(error: unknown, client: MongoClient): Promise<string> {
  if (error instanceof MongoServerError)
    return error.code === 18 || error.code === 8000
      ? 'MongoDB refuses the user or the password in MONGODB_URI.'
      : `MongoDB refuses the connection that MONGODB_URI describes (${error.codeName ?? error.code}).`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!(error instanceof MongoServerSelectionError) && /^(ENOTFOUND|ENODATA|ESERVFAIL|ETIMEOUT)$/.test(code))
    return `The name of the server in MONGODB_URI can't be found (${code}).`;
  const { hosts, replicaSet } = client.options;
  const names = hosts.map(String).join(', ');
  const actual = await setNameOf(client);
  if (actual === '') return standalone;
  if (actual && replicaSet && actual !== replicaSet)
    return `MONGODB_URI names the replica set ${replicaSet}, but the server at ${names} belongs to ${actual}: correct replicaSet=.`;
  if (actual) return `The replica set ${actual} at ${names} has no primary that can be reached from here.`;
  return `MongoDB does not answer at ${names}: check MONGODB_URI, and that the server runs and can be reached from here.`;
}

/** Connects to the first host directly. @returns its replica set, '' when it has none, undefined when it does not answer. */
async function setNameOf(client: MongoClient): Promise<string | undefined> {
  const [host] = client.options.hosts;
  if (!host) return undefined;
  const direct = new MongoClient(`mongodb://${host}/?directConnection=true`, {
    serverSelectionTimeoutMS: 1_500,
    tls: client.options.tls,
  });
  try {
    return (await direct.db('admin').command({ hello: 1 })).setName ?? '';
  } catch {
    return undefined;
  } finally {
    await direct.close();
  }
}

async function refuseForbidden(client: MongoClient, name: string): Promise<void> {
  try {
    await client
      .db(name)
      .collection('migrations')
      .findOne({}, { projection: { _id: 1 } });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== 13) throw error;
    throw new Error(
      `The user in MONGODB_URI may not read the database ${name}: give it the role readWrite there.`,
    );
  }
}
