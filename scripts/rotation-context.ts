import { existsSync } from 'node:fs';
import { openRotation, type RotationContext } from '@claimdesk/api/rotation';
import { readSettings, type Settings } from '@claimdesk/api/settings';
import mongoose from 'mongoose';
import { openDataDir } from './environment.ts';
import { completeKeyFile, keyFileOf } from './key-file.ts';
import { runningUris, startMongod } from './mongod.ts';
import { prepareReplicaSet } from './prepare-replica-set.ts';
import { StartError } from './start-error.ts';

export interface KeySource {
  settings: Settings;
  /** The file that holds the keys; undefined when they come from the environment and can't be changed from here. */
  file: string | undefined;
}

/** Opens people's data for maintenance: in the database of MONGODB_URI, of a running `npm start`, or of DATA_DIR. */
export async function withRotationContext(
  work: (context: RotationContext, source: KeySource) => Promise<void>,
): Promise<void> {
  await withDatabase(async (dataDir, { siteUri }) => {
    const file = process.env.APP_KEYS ? undefined : keyFileOf(dataDir);
    if (file) await completeKeyFile(file);
    const settings = settingsWith(dataDir, siteUri, file);
    const context = await openRotation(settings);
    try {
      await work(context, { settings, file });
    } finally {
      await context.close();
    }
  });
}

/** Opens nothing: for what has to say itself that something can't be opened. */
export async function withSettings(work: (settings: Settings) => Promise<void>): Promise<void> {
  await withDatabase(async (dataDir, { siteUri }) => {
    await work(settingsWith(dataDir, siteUri, process.env.APP_KEYS ? undefined : keyFileOf(dataDir)));
  });
}

/** A connection as a user who may do everything, for what replaces whole databases. Nothing is read or made on it by itself. */
export interface OwnerContext {
  connection: mongoose.Connection;
  settings: Settings;
}

/**
 * Connects as the owner of the database: of MONGODB_HOST with OWNER_PASSWORD, as the service `setup` of docker-compose.yml has them, of
 * a running `npm start`, or of DATA_DIR; otherwise as the user in MONGODB_URI.
 *
 * @throws StartError when there are no keys: new ones would be of no use.
 */
export async function withOwnerContext(work: (context: OwnerContext) => Promise<void>): Promise<void> {
  await withDatabase(async (dataDir, { ownerUri }) => {
    const file = process.env.APP_KEYS ? undefined : keyFileOf(dataDir);
    if (file && !existsSync(file))
      throw new StartError(`There are no keys in ${file}: put the key file back, or set APP_KEYS_FILE.`);
    const uri = (await composeOwner()) ?? ownerUri;
    const settings = settingsWith(dataDir, uri, file);
    const options = { autoCreate: false, autoIndex: false };
    const connection = await mongoose.createConnection(uri, options).asPromise();
    try {
      await work({ connection, settings });
    } finally {
      await connection.close();
    }
  });
}

interface Database {
  siteUri: string;
  ownerUri: string;
}

async function withDatabase(work: (dataDir: string, database: Database) => Promise<void>): Promise<void> {
  const dataDir = await openDataDir();
  const given = process.env.MONGODB_URI;
  const running = given ? { siteUri: given, ownerUri: given } : await runningUris(dataDir);
  const own = running ? undefined : await startMongod(dataDir, console.log);
  const database = running ?? own;
  try {
    if (database) await work(dataDir, database);
  } finally {
    await own?.stop();
  }
}

/** Makes the replica set and its users on a new server, as `setup` does. @returns how its owner reaches it; undefined elsewhere. */
async function composeOwner(): Promise<string | undefined> {
  const { MONGODB_HOST: host, OWNER_PASSWORD: owner, SITE_PASSWORD: site, CMS_PASSWORD: cms } = process.env;
  if (!host || !owner || !site || !cms) return undefined;
  await prepareReplicaSet(host, { owner, site, cms });
  return `mongodb://owner:${encodeURIComponent(owner)}@${host}/?authSource=admin&replicaSet=claimdesk`;
}

function settingsWith(dataDir: string, MONGODB_URI: string, file: string | undefined): Settings {
  return readSettings({
    PUBLIC_URL: 'http://localhost',
    ...process.env,
    ...(file ? { APP_KEYS_FILE: file } : {}),
    DATA_DIR: dataDir,
    MONGODB_URI,
  });
}
