import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Connection, mongo } from 'mongoose';
import type { DocumentStore } from './document-store.ts';

const bucketName = 'document_files';

/** Keeps documents in the portal's own database, so that its replicas and backups hold them too. */
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
      // Of two that were put at the same time the greater id stays, whichever of them cleans up first.
      const older = await bucket.find({ filename: name, _id: { $lt: upload.id } }).toArray();
      for (const { _id } of older) await bucket.delete(_id).catch(ignoreGone);
    },
    async get(name) {
      for (;;) {
        const file = await newest(name);
        if (!file) throw new Error('This document is not in the store.');
        try {
          return await download(file._id);
        } catch (error) {
          // It was replaced while it was read: then the newer one is read.
          const now = await newest(name);
          if (!now || now._id.equals(file._id)) throw error;
        }
      }
    },
  };
}

/** Somebody else cleaned up the same file. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof mongo.MongoRuntimeError)) throw error;
}
