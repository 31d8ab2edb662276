import { AwsClient } from 'aws4fetch';
import type { DocumentStore } from './document-store.ts';

export interface S3Settings {
  /** The bucket's address, with a folder in it if wanted: `https://s3.us-east-1.amazonaws.com/documents`. */
  url: string;
  keyId: string;
  secret: string;
  region: string;
}

const patienceMs = 10_000;

/** Keeps documents in any store that speaks S3. */
export function makeS3Store({ url, keyId, secret, region }: S3Settings): DocumentStore {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    region,
    service: 's3',
    retries: 2,
  });
  async function ask(
    name: string,
    init: { method: string; body?: Uint8Array<ArrayBuffer> },
  ): Promise<Response> {
    const answer = await client.fetch(`${url.replace(/\/+$/, '')}/${encodeURIComponent(name)}`, {
      ...init,
      signal: AbortSignal.timeout(patienceMs),
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    throw new Error(`The document store answered ${init.method} with ${answer.status}.`);
  }
  return {
    async put(name, bytes) {
      const answer = await ask(name, { method: 'PUT', body: new Uint8Array(bytes) });
      await answer.body?.cancel();
    },
    async get(name) {
      return Buffer.from(await (await ask(name, { method: 'GET' })).arrayBuffer());
    },
  };
}
