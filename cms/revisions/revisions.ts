import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeOperationHook,
  type CollectionConfig,
  type GlobalBeforeChangeHook,
  type GlobalBeforeOperationHook,
  type PayloadRequest,
} from 'payload';
import { nobody } from '../access.ts';
import { mongooseOf } from '../mongoose-of.ts';

const locksSlug = 'revision-locks';
/**
 * One row per document, written by every save within its transaction, so that of two concurrent saves the database lets
 * only one through: two drafts alone would not write to the same row.
 */
export const revisionLocks: CollectionConfig = {
  slug: locksSlug,
  access: { read: nobody, create: nobody, update: nobody, delete: nobody },
  admin: { hidden: true },
  fields: [
    { name: 'document', type: 'text', required: true, unique: true, maxLength: 60 },
    { name: 'revision', type: 'number', required: true },
  ],
};

/** Changes without text, such as publishing the latest draft, unpublishing, or moving to the trash. */
const withoutText = ['_status', 'deletedAt', 'revision'];

const unknownBase =
  'This was not saved, because the page was opened before the last update of the CMS or changes several entries at once. Copy what you typed, load the page again and save there.';

interface Write {
  id?: number | string;
  data?: Record<string, unknown>;
  overrideAccess?: boolean;
}

/**
 * Records which revision a request is based on. A change of text without one is refused: it could overwrite changes unseen.
 * Our own code is exempt: the seed, migrations and the calendar make no HTTP request, and what a request has us change besides
 * its document, such as redirects, is written past the access rules.
 */
function noteBase({ data = {}, overrideAccess }: Write, single: boolean, req: PayloadRequest): void {
  delete req.context.base;
  if (req.payloadAPI !== 'REST' || overrideAccess) return;
  const { revision } = data;
  const base = single && typeof revision === 'number' ? revision : undefined;
  const hasText = Object.keys(data).some((name) => !withoutText.includes(name));
  if (base === undefined && hasText) throw new APIError(unknownBase, 409, null, true);
  req.context.base = base;
}

export const noteBaseOfDocument: CollectionBeforeOperationHook = async ({
  args,
  collection,
  operation,
  req,
}) => {
  const write = args as Write;
  if (operation !== 'update' || !req.user) return args;
  noteBase(write, write.id !== undefined, req);
  if (req.file && write.id !== undefined) await countFile(collection.slug as 'media', write.id, req);
  return args;
};

/** Payload replaces the file on disk before `beforeChange`, and no transaction brings the old one back. */
async function countFile(collection: 'media', id: number | string, req: PayloadRequest): Promise<void> {
  const stored = await req.payload.findByID({ collection, id, depth: 0, disableErrors: true, req });
  if (stored) await countSave(`${collection}/${id}`, stored, req);
}

export const noteBaseOfGlobal: GlobalBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'update' && req.user) noteBase(args as Write, true, req);
  return args;
};

/** A document as stored, in its newest draft if there is one. */
interface Stored {
  id?: number | string;
  revision?: number | null;
  savedBy?: string | null;
}

async function countSave(key: string, stored: Stored, req: PayloadRequest): Promise<number> {
  const current = stored.revision ?? 0;
  const { base } = req.context;
  await takeLock(key, current + 1, req);
  if (typeof base === 'number' && base !== current) throw staleSave(stored.savedBy);
  return current + 1;
}

/** @throws a conflict if the document was saved in the meantime or is being saved. */
async function takeLock(document: string, revision: number, req: PayloadRequest): Promise<void> {
  const database = mongooseOf(req.payload);
  const transaction = await req.transactionID;
  const session = transaction ? database.sessions[transaction] : undefined;
  try {
    await database.collections[locksSlug]?.updateOne(
      { document },
      { $set: { revision } },
      { upsert: true, ...(session ? { session } : {}) },
    );
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    const lostRace = code === 112 || code === 11000;
    // Our own callers retry, for which they need the label of the database's original error.
    throw lostRace && req.payloadAPI === 'REST' ? staleSave() : error;
  }
}

function staleSave(by?: string | null): APIError {
  const sentence = `${by || 'Somebody else'} saved this after you opened it. Your text was not saved over theirs. Compare the two and choose.`;
  return new APIError(sentence, 409, { reason: 'stale' }, true);
}

/** @returns the name of the user who saves, or what our own code says in `context.savedBy`; null for the site itself. */
function saver(req: PayloadRequest): string | null {
  if (typeof req.context.savedBy === 'string') return req.context.savedBy;
  return req.user ? String(req.user.name ?? '') : null;
}

export const countDocument: CollectionBeforeChangeHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  const stored = originalDoc as Stored | undefined;
  const revision =
    operation === 'create' || !stored ? 1 : await countSave(`${collection.slug}/${stored.id}`, stored, req);
  return Object.assign(data, { revision, savedBy: saver(req) });
};

export const countGlobal: GlobalBeforeChangeHook = async ({ data, global, originalDoc, req }) => {
  const revision = await countSave(`globals/${global.slug}`, (originalDoc ?? {}) as Stored, req);
  return Object.assign(data, { revision, savedBy: saver(req) });
};
