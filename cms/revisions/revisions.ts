import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeOperationHook,
  type CollectionConfig,
  type Field,
  type GlobalBeforeChangeHook,
  type GlobalBeforeOperationHook,
  type PayloadRequest,
} from 'payload';

const locksSlug = 'revision-locks';
const nobody = () => false;

/**
 * One row for each document. Every save writes to it within its own transaction, so that of two saves at the same
 * moment the database lets only one through: drafts alone share no row that both would write to.
 */
export const revisionLocks: CollectionConfig = {
  slug: locksSlug,
  access: { read: nobody, create: nobody, update: nobody, delete: nobody },
  admin: { hidden: true },
  lockDocuments: false,
  fields: [
    { name: 'document', type: 'text', required: true, unique: true, maxLength: 60 },
    { name: 'revision', type: 'number', required: true },
  ],
};

/** Changes that carry no text, such as publishing the latest draft, taking back, or moving to the trash. */
const withoutText = ['_status', 'deletedAt', 'revision'];

const unknownBase =
  'This was not saved, because the page was opened before the last update of the CMS or changes several entries at once. Copy what you typed, load the page again and save there.';

/**
 * Counts the saves of a document, drafts included, and says who saved last. Forms and programs send back the number
 * that they read. Documents from before these fields have neither: they count as 0.
 */
export const revisionFields: Field[] = [
  {
    name: 'revision',
    type: 'number',
    defaultValue: 0,
    admin: { hidden: true, disableListColumn: true, disableListFilter: true, disableBulkEdit: true },
  },
  {
    name: 'savedBy',
    type: 'text',
    maxLength: 80,
    label: 'Saved by',
    admin: { hidden: true, disableBulkEdit: true },
  },
  {
    name: 'updatedAt',
    type: 'date',
    index: true,
    label: 'Last saved',
    admin: { hidden: true, disableBulkEdit: true, components: { Cell: '/admin/history.tsx#SavedCell' } },
  },
  {
    name: 'history',
    type: 'ui',
    admin: {
      position: 'sidebar',
      disableListColumn: true,
      components: { Field: '/admin/history.tsx#History' },
    },
  },
];

/** In place of "Save" where there are no drafts: shows what becomes public and asks. */
export const publicSaveButton = '/admin/saving/public-save-button.tsx#PublicSaveButton';

/** Above the form: says when a text is not saved and shows both when two people wrote. */
export const savingLine = '/admin/saving/saving.tsx#Saving';

interface Write {
  id?: number | string;
  data?: Record<string, unknown>;
}

/**
 * Notes which revision a request was written on. A change of text that names none is refused: it would overwrite what
 * nobody has looked at. Code of ours (the seed, migrations, the calendar) calls without a request and is not asked.
 */
function noteBase({ data = {} }: Write, single: boolean, req: PayloadRequest): void {
  delete req.context.base;
  if (req.payloadAPI !== 'REST') return;
  const { revision } = data;
  const base = single && typeof revision === 'number' ? revision : undefined;
  const hasText = Object.keys(data).some((name) => !withoutText.includes(name));
  if (base === undefined && hasText) throw new APIError(unknownBase, 409, null, true);
  req.context.base = base;
}

const noteBaseOfDocument: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  const write = args as Write;
  if (operation === 'update' && req.user) noteBase(write, write.id !== undefined, req);
  return args;
};

const noteBaseOfGlobal: GlobalBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'update' && req.user) noteBase(args as Write, true, req);
  return args;
};

/** A document as it is stored, the newest draft of it where there is one. */
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

/** @throws a conflict when another save of the document has just been made or is being made. */
async function takeLock(document: string, revision: number, req: PayloadRequest): Promise<void> {
  const database = req.payload.db as unknown as MongooseAdapter;
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
    // Callers of ours try again, which the label of the database's own error tells them.
    throw lostRace && req.payloadAPI === 'REST' ? staleSave() : error;
  }
}

function staleSave(by?: string | null): APIError {
  const sentence = `${by || 'Somebody else'} saved this after you opened it. Your text was not saved over theirs. Compare the two and choose.`;
  return new APIError(sentence, 409, { reason: 'stale' }, true);
}

/** @returns the name of who saves; null for the site itself. */
export function saver(req: PayloadRequest): string | null {
  return req.user ? String(req.user.name ?? '') : null;
}

const countDocument: CollectionBeforeChangeHook = async ({
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

const countGlobal: GlobalBeforeChangeHook = async ({ data, global, originalDoc, req }) => {
  const revision = await countSave(`globals/${global.slug}`, (originalDoc ?? {}) as Stored, req);
  return Object.assign(data, { revision, savedBy: saver(req) });
};

/** What a collection with text names in its hooks, `count` before all others: no write may come before the lock. */
export const revisionsOfDocuments = { note: noteBaseOfDocument, count: countDocument };

/** The same for settings. */
export const revisionsOfGlobals = {
  beforeOperation: [noteBaseOfGlobal],
  beforeChange: [countGlobal],
};
