import { createHash } from 'node:crypto';
import { bucketOf, openBucket } from '@claimdesk/cms/bucket';
import { fileTypeFromBuffer } from 'file-type';
import { LRUCache } from 'lru-cache';
import type { Settings } from '#api/platform/settings.ts';

/** A picture or file that an editor uploaded. */
interface BucketFile {
  bytes: Buffer;
  /** What its bytes are; undefined for what is of no known kind. */
  type: string | undefined;
  etag: string;
}

/** Of files that are kept in memory: the pictures of a few hundred pages. */
const cacheBytes = 64 * 1024 * 1024;
/** After that, an editor's new crop is seen. */
const freshMs = 60_000;
/** What an entry takes besides its bytes, so that names of what is not there fill the memory neither. */
const entryBytes = 1_000;

/**
 * @returns what reads a file from the store where the CMS puts them, through a memory that goes on while the store is away; it gives
 * null for what is not there. Undefined where files lie in DATA_DIR.
 */
export function openMediaBucket(
  settings: Pick<Settings, 'MEDIA_S3_URL' | 'MEDIA_S3_KEY_ID' | 'MEDIA_S3_SECRET' | 'MEDIA_S3_REGION'>,
): ((name: string) => Promise<BucketFile | null>) | undefined {
  const named = bucketOf('MEDIA', settings);
  if (!named) return undefined;
  const bucket = openBucket(named, 'pictures');
  const files = new LRUCache<string, { file: BucketFile | null }>({
    maxSize: cacheBytes,
    sizeCalculation: ({ file }) => entryBytes + (file?.bytes.length ?? 0),
    ttl: freshMs,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    async fetchMethod(name) {
      const bytes = await bucket.get(name);
      return { file: bytes && (await describe(bytes)) };
    },
  });
  return async (name) => (await files.fetch(name))?.file ?? null;
}

async function describe(bytes: Buffer): Promise<BucketFile> {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { bytes, type: (await fileTypeFromBuffer(bytes))?.mime, etag };
}
