import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BucketSettings, bucketOf, openBucket } from '@claimdesk/cms/bucket';
import { type Connection, mongo } from 'mongoose';
import { remembered } from '#api/platform/remembered.ts';
import type { Settings } from '#api/platform/settings.ts';

/** Stores encrypted documents. It never sees their content. */
export interface DocumentStore {
  /** Stores bytes under a name. Storing the same document twice, even at the same time, leaves it readable. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** @throws Error when nothing is stored under this name. */
  get(name: string): Promise<Buffer>;
  /** Deletes what is stored under a name, if anything is. */
  delete(name: string): Promise<void>;
  /** @returns the bytes that are left where documents are kept; null where nobody can tell. */
  freeBytes(): Promise<number | null>;
}

/** @returns the S3-compatible store when one is configured, otherwise GridFS in the portal database. */
export function makeStore(settings: Settings, portal: Connection): DocumentStore {
  const bucket = bucketOf('DOCUMENTS', settings);
  return bucket ? makeS3Store(bucket) : makeGridFsStore(portal);
}

const bucketName = 'document_files';
const missing = 'This document is not in the store.';

/** Stores documents in the portal database, so that its replicas and backups include them. */
export function makeGridFsStore(portal: Connection): DocumentStore {
  const { db } = portal;
  if (!db) throw new Error('The portal database is not connected.');
  const bucket = new mongo.GridFSBucket(db, {
    bucketName,
    writeConcern: { w: 'majority', journal: true },
  });
  const newestFirst = { sort: { _id: -1 as const }, limit: 1 };
  const newest = async (name: string) => (await bucket.find({ filename: name }, newestFirst).toArray())[0];
  async function download(id: mongo.ObjectId): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of bucket.openDownloadStream(id)) parts.push(part as Buffer);
    return Buffer.concat(parts);
  }
  return {
    freeBytes: remembered(async () => {
      const { fsTotalSize, fsUsedSize }: Partial<Record<string, unknown>> = await db.command({ dbStats: 1 });
      // Some hosted servers do not say.
      return typeof fsTotalSize === 'number' && typeof fsUsedSize === 'number'
        ? fsTotalSize - fsUsedSize
        : null;
    }, rememberedMs),
    async put(name, bytes) {
      const upload = bucket.openUploadStream(name);
      await pipeline(Readable.from([bytes]), upload);
      // Of two concurrent uploads the one with the greater id stays, whichever cleans up first.
      const older = await bucket.find({ filename: name, _id: { $lt: upload.id } }).toArray();
      for (const { _id } of older) await bucket.delete(_id).catch(ignoreGone);
    },
    async delete(name) {
      for (const { _id } of await bucket.find({ filename: name }).toArray())
        await bucket.delete(_id).catch(ignoreGone);
    },
    async get(name) {
      for (;;) {
        const file = await newest(name);
        if (!file) throw new Error(missing);
        try {
          return await download(file._id);
        } catch (error) {
          // It was replaced during the download: read the newer one.
          const now = await newest(name);
          if (!now || now._id.equals(file._id)) throw error;
        }
      }
    },
  };
}

/** Another upload has already deleted the same file. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof mongo.MongoRuntimeError)) throw error;
}

/** Every upload asks, and the answer differs little from second to second. */
const rememberedMs = 5_000;

/** Stores documents in any S3-compatible store. */
export function makeS3Store(settings: BucketSettings): DocumentStore {
  const bucket = openBucket(settings, 'documents');
  return {
    ...bucket,
    // A bucket has no end.
    freeBytes: async () => null,
    async get(name) {
      const bytes = await bucket.get(name);
      if (!bytes) throw new Error(missing);
      return bytes;
    },
  };
}
