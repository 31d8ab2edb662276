import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeOperationHook,
} from 'payload';
import { openBucket } from '../bucket.ts';
import { env } from '../env.ts';
import type { Media } from '../payload-types.ts';

/**
 * With MEDIA_S3_URL, uploads are kept in a bucket. Payload still makes them in its folder; they are stored before their row is
 * committed, and the folder keeps none, so that any number of processes need to share no disk.
 */
const bucket = env.mediaBucket && openBucket(env.mediaBucket, 'pictures');

/** Payload crops a picture again from the file in its folder. */
const fetchOriginal: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  // As in `cleanUpload`, nothing is done for requests that will be refused.
  const allowed = req.user || req.payloadAPI === 'local';
  if (!bucket || !allowed || operation !== 'update' || req.file || !('id' in args)) return args;
  const { id } = args as { id: string };
  const { filename } = await req.payload.findByID({ collection: 'media', id, depth: 0, req });
  const bytes = filename && (await bucket.get(filename));
  if (!bytes) return args;
  await mkdir(env.mediaDirectory, { recursive: true });
  await writeFile(inFolder(filename), bytes);
  return args;
};

const putIntoBucket: CollectionAfterChangeHook<Media> = async ({ doc, previousDoc, req }) => {
  if (!bucket) return doc;
  const names = filesOf(doc);
  try {
    if (req.file) for (const name of names) await put(name);
  } finally {
    await Promise.all(names.map((name) => rm(inFolder(name), { force: true })));
  }
  const replaced = filesOf(previousDoc).filter((name) => !names.includes(name));
  await Promise.all(replaced.map((name) => bucket.delete(name)));
  return doc;
};

const deleteFromBucket: CollectionAfterDeleteHook<Media> = async ({ doc }) => {
  await Promise.all(filesOf(doc).map((name) => bucket?.delete(name)));
};

/** Sizes that a change has not made anew are in the bucket, and not in the folder. */
async function put(name: string): Promise<void> {
  const bytes = await readFile(inFolder(name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (bytes) await bucket?.put(name, bytes);
}

function inFolder(name: string): string {
  return path.join(env.mediaDirectory, name);
}

/** @returns the names of an upload and of its smaller copies. */
function filesOf({ filename, sizes }: Partial<Media>): string[] {
  const names = [filename, ...Object.values(sizes ?? {}).map((size) => size?.filename)];
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

export const keepInBucket = {
  beforeOperation: fetchOriginal,
  afterChange: putIntoBucket,
  afterDelete: deleteFromBucket,
};
