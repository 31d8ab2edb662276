import type { Connection } from 'mongoose';
import type { Settings } from '#api/platform/settings.ts';
import type { DocumentStore } from './document-store.ts';
import { makeGridFsStore } from './gridfs-store.ts';
import { makeS3Store } from './s3-store.ts';

/** @returns the S3-compatible store when one is configured, otherwise GridFS in the portal database. */
export function makeStore(settings: Settings, portal: Connection): DocumentStore {
  const { DOCUMENTS_S3_URL: url, DOCUMENTS_S3_KEY_ID: keyId, DOCUMENTS_S3_SECRET: secret } = settings;
  if (!url || !keyId || !secret) return makeGridFsStore(portal);
  return makeS3Store({ url, keyId, secret, region: settings.DOCUMENTS_S3_REGION });
}
