import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Connection, mongo } from 'mongoose';
import type { DocumentStore } from './document-store.ts';

const bucketName = 'document_files';

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
        if (!file) throw new Error('This document is not in the store.');
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
