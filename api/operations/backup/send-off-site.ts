import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BucketSettings, bucketOf } from '@claimdesk/cms/bucket';
import { AwsClient } from 'aws4fetch';
import type { Settings } from '#api/platform/settings.ts';

/** Where copies of backups are kept, far from the originals. */
export interface OffSite {
  /** Sends a finished file. @throws Error when it did not arrive. */
  send(file: string, signal?: AbortSignal): Promise<void>;
  /** Deletes a copy by its name, if it is there and we may. */
  delete(name: string): Promise<void>;
}

type OffSiteSettings = Pick<
  Settings,
  'BACKUP_S3_URL' | 'BACKUP_S3_KEY_ID' | 'BACKUP_S3_SECRET' | 'BACKUP_S3_REGION' | 'BACKUP_COMMAND'
>;

/** @returns the places that the settings name: an S3-compatible store, a command, both, or none. */
export function offSitesOf(settings: OffSiteSettings): OffSite[] {
  const { BACKUP_COMMAND } = settings;
  const store = bucketOf('BACKUP', settings);
  return [...(store ? [inS3(askerOf(store))] : []), ...(BACKUP_COMMAND ? [byCommand(BACKUP_COMMAND)] : [])];
}

/** Of a file that is sent in parts: 10,000 of them make 160 GB. The last may be smaller. */
const partBytes = 16 * 1024 * 1024;
const timeoutMs = 5 * 60_000;

type Ask = (method: string, name: string, asked?: Asked) => Promise<Response>;

/** @returns what asks the store for something. It throws an Error with one sentence when the store refuses. */
function askerOf({ url, keyId, secret, region }: BucketSettings): Ask {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: 4,
  });
  return async (method, name, { query = '', body, signal, accepted = [] } = {}) => {
    const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
    const response = await client.fetch(`${url.replace(/\/+$/, '')}/${encodeURIComponent(name)}${query}`, {
      method,
      ...(body && { body }),
      signal: AbortSignal.any(signals),
    });
    if (response.ok || accepted.includes(response.status)) return response;
    await response.body?.cancel();
    throw new Error(`The store of backups answered ${method} with ${response.status}.`);
  };
}

/**
 * Fetches a file of a backup into the folder of backups, by its name. One that the store does not have is left out.
 *
 * @throws Error with one sentence when the store refuses, or does not send all of it.
 */
export async function fetchFromS3(
  file: string,
  settings: OffSiteSettings,
  signal?: AbortSignal,
): Promise<void> {
  const store = bucketOf('BACKUP', settings);
  if (!store) return;
  const response = await askerOf(store)('GET', basename(file), { signal, accepted: [404] });
  if (response.status === 404 || !response.body) {
    await response.body?.cancel();
    return;
  }
  const half = `${file}.part`;
  try {
    await pipeline(response.body, createWriteStream(half, { mode: 0o600, flush: true }), { signal });
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/** One upload in parts per file, so that its size counts neither for the memory nor for the store's limit of 5 GB per request. */
function inS3(ask: Ask): OffSite {
  return {
    async send(file, signal) {
      const name = basename(file);
      const begun = await (await ask('POST', name, { query: '?uploads', signal })).text();
      const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1];
      if (!uploadId) throw new Error('The store of backups did not begin an upload.');
      const upload = `uploadId=${encodeURIComponent(uploadId)}`;
      try {
        const tags: string[] = [];
        for await (const body of partsOf(file)) {
          const query = `?partNumber=${tags.length + 1}&${upload}`;
          const stored = await ask('PUT', name, { query, body, signal });
          await stored.body?.cancel();
          tags.push(stored.headers.get('etag') ?? '');
        }
        const parts = tags.map(
          (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeTag(tag)}</ETag></Part>`,
        );
        const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
        const ended = await (await ask('POST', name, { query: `?${upload}`, body, signal })).text();
        // By its protocol, the store may find out that it failed after it has answered 200.
        if (ended.includes('<Error>'))
          throw new Error('The store of backups could not put the parts together.');
      } catch (error) {
        await ask('DELETE', name, { query: `?${upload}` }).catch(() => {});
        throw error;
      }
    },
    async delete(name) {
      // 403: the bucket lets nobody delete, and keeps by rules of its own.
      const response = await ask('DELETE', name, { accepted: [403, 404] });
      await response.body?.cancel();
    },
  };
}

interface Asked {
  query?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  signal?: AbortSignal | undefined;
  accepted?: number[];
}

const escapeTag = (tag: string) => tag.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function* partsOf(file: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    for (let at = 0; at < size; at += partBytes) {
      const part = new Uint8Array(Math.min(partBytes, size - at));
      for (let read = 0; read < part.length; ) {
        const { bytesRead } = await handle.read(part, read, part.length - read, at + read);
        if (bytesRead === 0) throw new Error('A file of the backup became shorter.');
        read += bytesRead;
      }
      yield part;
    }
  } finally {
    await handle.close();
  }
}

/** Our own secrets, which the command has no use for. Its own passwords come from the environment too. */
const ours =
  /^(APP_KEYS|APP_KEYS_FILE|BACKUP_KEY|(CMS_)?MONGODB_URI|PAYLOAD_SECRET|SMTP_URL|OIDC_CLIENT_SECRET|DOCUMENTS_S3_SECRET|MEDIA_S3_SECRET|BACKUP_S3_SECRET|\w+_PASSWORD|MONGO_KEY)$/;

function byCommand(command: string): OffSite {
  return {
    async send(file, signal) {
      const hidden = Object.keys(process.env).filter((name) => ours.test(name));
      const env = { ...process.env, ...Object.fromEntries(hidden.map((name) => [name, undefined])) };
      const child = spawn('/bin/sh', ['-c', command, 'backup', file], {
        env,
        stdio: 'ignore',
        ...(signal && { signal }),
      });
      const code = await new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', resolve);
      });
      if (code !== 0) throw new Error(`BACKUP_COMMAND ended with ${code}.`);
    },
    // What it does with a file is up to it, and so for how long it is kept.
    async delete() {},
  };
}
