import { figureDefinitions } from '@claimdesk/cms/figures';
import { mongooseOf } from '@claimdesk/cms/mongoose-of';
import { systemPages } from '@claimdesk/cms/site-paths';
import type { Payload } from 'payload';

/**
 * Increase it with every correction of the seed's texts that existing databases should get. Beside it,
 * `earlier-texts.json` gets the fingerprints of what the texts were.
 */
const seedVersion = 12;

/** Where a database records the version of its texts. */
const seedVersionCollection = 'seed_versions';

/**
 * @param cms the content database.
 * @returns `empty` until somebody can sign in to the CMS: the first account is made last, so that an interrupted filling
 * is repeated.
 */
export async function contentState(
  cms: import('mongoose').mongo.Db,
): Promise<'empty' | 'outdated' | 'current'> {
  if ((await cms.collection('users').estimatedDocumentCount()) === 0) return 'empty';
  const own = Object.keys(systemPages);
  const there = await cms.collection('pages').countDocuments({ slug: { $in: own } });
  const noted = await cms.collection(seedVersionCollection).findOne({ version: { $gte: seedVersion } });
  const figures = await cms.collection('figures').estimatedDocumentCount();
  const isComplete = there >= own.length && figures >= figureDefinitions.length;
  return isComplete && noted ? 'current' : 'outdated';
}

export async function noteSeedVersion(payload: Payload): Promise<void> {
  await versionsIn(payload).updateOne({ _id: 'texts' }, { $set: { version: seedVersion } }, { upsert: true });
}

function versionsIn(payload: Payload) {
  return contentOf(payload).collection<{ _id: string; version: number }>(seedVersionCollection);
}

export function contentOf(payload: Payload): import('mongoose').mongo.Db {
  const { connection } = mongooseOf(payload);
  return connection.getClient().db(connection.name);
}
