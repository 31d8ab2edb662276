import { createHash } from 'node:crypto';
import type { CollectionSlug, Payload, Where } from 'payload';
import earlierTexts from './earlier-texts.json' with { type: 'json' };

/** A document of the seed, as the CMS takes it. */
export interface SeedDocument {
  collection: CollectionSlug;
  /** Names it in messages and in `earlier-texts.json`: `articles/past-work-relevance`. */
  name: string;
  /** Finds it in a database, whoever has edited it since. */
  where: Where;
  data: object;
}

/** Articles and pages link to each other, so links are not checked here; a test follows every link of the seed. */
const context = { linksAreCheckedLater: true };

/**
 * Adds the documents that a database does not have; what is there, published or not, is left alone.
 *
 * @returns how many were added.
 * @throws Error that names the document with the reasons why the CMS refuses it.
 */
export async function addMissing(payload: Payload, documents: SeedDocument[]): Promise<number> {
  let added = 0;
  for (const { collection, name, where, data } of documents) {
    const { totalDocs } = await payload.count({ collection, where });
    if (totalDocs > 0) continue;
    const published = { ...data, _status: 'published' };
    await payload.create({ collection, data: published as never, context }).catch((error: unknown) => {
      throw new Error(`seed/${name} can't be published. ${reasons(error)}`, { cause: error });
    });
    added += 1;
  }
  return added;
}

/**
 * Brings a database of an earlier version to the texts of this one where nobody has edited them: a document is replaced
 * only if its words are exactly those that an earlier seed wrote, and it is published without a newer draft.
 *
 * @param earlier for tests: fingerprints of earlier texts by the document's name.
 * @returns the names of the documents that were replaced.
 */
export async function correctTexts(
  payload: Payload,
  documents: SeedDocument[],
  earlier: Record<string, readonly string[]> = earlierTexts,
): Promise<string[]> {
  const corrected: string[] = [];
  for (const { collection, name, where, data } of documents) {
    const known = earlier[name];
    if (!known) continue;
    const find = { collection, where, depth: 0, limit: 1 } as const;
    const [published] = (await payload.find({ ...find, draft: false })).docs;
    const [newest] = (await payload.find({ ...find, draft: true })).docs;
    if (!published || !newest || !isPublished(published)) continue;
    if (![published, newest].every((each) => known.includes(fingerprintOf(each, data)))) continue;
    await payload.update({
      collection,
      id: published.id,
      data: { ...data, _status: 'published' } as never,
      context,
    });
    corrected.push(name);
  }
  return corrected;
}

function isPublished(document: object): boolean {
  return '_status' in document && document._status === 'published';
}

/**
 * @param like the document of the seed: only the fields that it has are looked at.
 * @returns SHA-256 over the words of a document, whatever ids and settings of its parts.
 */
export function fingerprintOf(document: object, like: object): string {
  const own = Object.keys(like)
    .filter((key) => !notWords.has(key))
    .map((key) => (document as Record<string, unknown>)[key]);
  return createHash('sha256')
    .update(JSON.stringify(wordsIn(own)))
    .digest('hex');
}

/** Keys of rich text and blocks whose values no reader sees. */
const notWords = new Set([
  'id',
  'blockType',
  'type',
  'mode',
  'style',
  'format',
  'direction',
  'tag',
  'listType',
  'linkType',
  'illustration',
  'topic',
]);

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return /\s|[^0-9a-f]/.test(value) ? [value.trim()] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .sort(([a], [b]) => (Array.isArray(value) ? 0 : a.localeCompare(b)))
    .flatMap(([key, inner]) => (notWords.has(key) ? [] : wordsIn(inner)));
}

/** @returns every reason why the CMS refuses a document, with its field. */
function reasons(error: unknown): string {
  const { data, message } = error as {
    data?: { errors?: { path: string; message: string }[] };
    message: string;
  };
  return data?.errors?.map((fault) => `${fault.path}: ${fault.message}`).join('; ') ?? message;
}
