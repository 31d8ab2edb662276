import { AwsClient } from 'aws4fetch';
import type { DocumentStore } from './document-store.ts';

export interface S3Settings {
  /** The bucket's URL, optionally with a folder: `https://s3.us-east-1.amazonaws.com/documents`. */
  url: string;
  keyId: string;
  secret: string;
  region: string;
}

const timeoutMs = 10_000;

/** Stores documents in any S3-compatible store. */
export function makeS3Store({ url, keyId, secret, region }: S3Settings): DocumentStore {
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
  ): Promise<Response> {
    const response = await client.fetch(`${url.replace(/\/+$/, '')}/${encodeURIComponent(name)}`, {
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok || (init.method === 'DELETE' && response.status === 404)) return response;
    await response.body?.cancel();
    throw new Error(`The document store answered ${init.method} with ${response.status}.`);
  }
  return {
    async put(name, bytes) {
      const response = await send(name, { method: 'PUT', body: new Uint8Array(bytes) });
      await response.body?.cancel();
    },
    async delete(name) {
      const response = await send(name, { method: 'DELETE' });
      await response.body?.cancel();
    },
    async get(name) {
      return Buffer.from(await (await send(name, { method: 'GET' })).arrayBuffer());
    },
  };
}
