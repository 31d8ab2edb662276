import { figureDefinitions } from '@claimdesk/cms/figures';
import { mongooseOf } from '@claimdesk/cms/mongoose-of';
import { systemPages } from '@claimdesk/cms/site-paths';
import type { Payload } from 'payload';

/**
 * Increase it with every correction of the seed's texts that existing databases should get. Beside it,
 * `earlier-texts.json` gets the fingerprints of what the texts were.
 */
const seedVersion = 12;

/** The texts that came with a version, which databases of an earlier one get. */
const newWithVersion: Record<number, readonly string[]> = {
  3: [
    'articles/application-forms',
    'articles/appeal-forms',
    'articles/continuing-reviews',
    'articles/disabled-adult-children',
    'articles/disabled-children',
    'articles/overpayments',
    'articles/working-on-benefits',
    'pages/glossary',
  ],
  4: ['pages/back-pay-calculator', 'pages/calculators', 'pages/date-last-insured', 'pages/ssi-calculator'],
};

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

/** @returns the names of the texts that came after the version that the database records. */
export async function newTexts(payload: Payload): Promise<string[]> {
  const noted = await versionsIn(payload).findOne({ _id: 'texts' });
  return Object.entries(newWithVersion)
    .filter(([version]) => Number(version) > (noted?.version ?? 0))
    .flatMap(([, names]) => names);
}

export async function noteSeedVersion(payload: Payload): Promise<void> {
  await versionsIn(payload).updateOne({ _id: 'texts' }, { $set: { version: seedVersion } }, { upsert: true });
}

function versionsIn(payload: Payload) {
  return contentOf(payload).collection<{ _id: string; version: number }>(seedVersionCollection);
}

/** @returns the content database. */
export function contentOf(payload: Payload): import('mongoose').mongo.Db {
  const { connection } = mongooseOf(payload);
  return connection.getClient().db(connection.name);
}
