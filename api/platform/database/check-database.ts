import { isPublicAddress } from '@claimdesk/cms/production';
import mongoose from 'mongoose';
import type { Settings } from '#api/platform/settings.ts';

const { MongoClient, MongoServerError, MongoServerSelectionError } = mongoose.mongo;
type MongoClient = InstanceType<typeof MongoClient>;

type DatabaseSettings = Pick<Settings, 'MONGODB_URI' | 'PUBLIC_URL' | 'NODE_ENV'>;

/**
 * The first patch of each series that still gets security updates without a hole that is known to be serious: before these, whoever
 * may write could write outside of memory (CVE-2026-8053), and 8.2 and 8.3 can be stopped without a password (CVE-2026-9742).
 */
const firstSafePatch: Readonly<Record<string, number>> = { '7.0': 34, '8.0': 23, '8.2': 10, '8.3': 3 };
/** Series after this one are newer than what is known here. */
const newestKnown = [8, 3] as const;
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
    // A router of a sharded cluster is no member of a set; its shards are sets.
    if (!hello.setName && hello.msg !== 'isdbgrid') throw new Error(standalone);
    for (const name of databases) await refuseForbidden(client, name);
    const { version }: { version: string } = (await admin.command({ buildInfo: 1 })) as never;
    const supported = isSupported(version);
    if (!supported && settings.NODE_ENV === 'production' && isPublicAddress(settings.PUBLIC_URL)) {
      throw new Error(
        `MongoDB ${version} lacks security updates, so it must not serve a public site: use MongoDB ${safeVersions()} or newer.`,
      );
    }
    return { version, supported };
  } finally {
    await client.close();
  }
}

/** @returns whether this version of MongoDB gets security updates, and has those that matter. */
export function isSupported(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const first = firstSafePatch[`${major}.${minor}`];
  if (first !== undefined) return patch >= first;
  const [knownMajor, knownMinor] = newestKnown;
  return major > knownMajor || (major === knownMajor && minor > knownMinor);
}

/** As in `7.0.34, 8.0.23`. */
function safeVersions(): string {
  return Object.entries(firstSafePatch)
    .map(([series, patch]) => `${series}.${patch}`)
    .join(', ');
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
