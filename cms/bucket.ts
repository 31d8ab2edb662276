import { AwsClient } from 'aws4fetch';

/** Where a bucket is, and what opens it. */
export interface BucketSettings {
  /** The bucket's URL, optionally with a folder: `https://s3.us-east-1.amazonaws.com/documents`. */
  url: string;
  keyId: string;
  secret: string;
  region: string;
}

type Store = 'BACKUP' | 'DOCUMENTS' | 'MEDIA';
type Named<S extends Store> = {
  readonly [Name in `${S}_S3_${'URL' | 'KEY_ID' | 'SECRET' | 'REGION'}`]?: string | undefined;
};

/** @param store begins the names of its settings. @returns undefined where they do not name a bucket and what opens it. */
export function bucketOf<S extends Store>(store: S, settings: Named<S>): BucketSettings | undefined {
  const named: Readonly<Record<string, string | undefined>> = settings;
  const [url, keyId, secret, region] = ['URL', 'KEY_ID', 'SECRET', 'REGION'].map(
    (name) => named[`${store}_S3_${name}`],
  );
  return url && keyId && secret && region ? { url, keyId, secret, region } : undefined;
}

/** Bytes under names in any S3-compatible store. */
export interface Bucket {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** @returns null when nothing is stored under this name. */
  get(name: string): Promise<Buffer | null>;
  /** Deletes what is stored under a name, if anything is. */
  delete(name: string): Promise<void>;
}

const timeoutMs = 10_000;

/** @param what the store keeps, for errors, which quote nothing of an answer. */
export function openBucket({ url, keyId, secret, region }: BucketSettings, what: string): Bucket {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: 2,
  });
  async function send(
    name: string,
    init: { method: string; body?: Uint8Array<ArrayBuffer> },
  ): Promise<Response | null> {
    const response = await client.fetch(`${url.replace(/\/+$/, '')}/${encodeURIComponent(name)}`, {
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404 && init.method !== 'PUT') return null;
    throw new Error(`The store of ${what} answered ${init.method} with ${response.status}.`);
  }
  return {
    async put(name, bytes) {
      const response = await send(name, { method: 'PUT', body: new Uint8Array(bytes) });
      await response?.body?.cancel();
    },
    async get(name) {
      const response = await send(name, { method: 'GET' });
      return response && Buffer.from(await response.arrayBuffer());
    },
    async delete(name) {
      const response = await send(name, { method: 'DELETE' });
      await response?.body?.cancel();
    },
  };
}
