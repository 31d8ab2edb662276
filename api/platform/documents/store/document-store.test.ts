import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeS3Store } from './document-store.ts';

const settings = { keyId: 'KEYID', secret: 'a-secret-of-the-store', region: 'us-east-1' };
const objects = new Map<string, Buffer>();
let server: Server;
let url: string;
/** How many more times the store answers 503. */
let away = 0;

/** A store that verifies each request's signature as AWS specifies it ("Signature Version 4"). */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const end = (status: number, content: Uint8Array = Buffer.alloc(0)) =>
      response.writeHead(status).end(content);
    if (away > 0) {
      away -= 1;
      return end(503);
    }
    if (!isSigned(request, body)) return end(403);
    const name = request.url ?? '';
    if (request.method === 'PUT') objects.set(name, body);
    if (request.method === 'DELETE') return end(objects.delete(name) ? 204 : 404);
    return objects.has(name) ? end(200, objects.get(name)) : end(404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/documents`;
});
beforeEach(() => {
  away = 0;
  objects.clear();
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { headers, method, url: path } = request;
  const [, date = '', region = '', service = '', signed = '', signature = ''] =
    /Credential=KEYID\/(\d+)\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const contentHash = String(headers['x-amz-content-sha256']);
  const bodyHash = createHash('sha256').update(body).digest('hex');
  if (contentHash !== 'UNSIGNED-PAYLOAD' && contentHash !== bodyHash) return false;
  const canonical = [
    method,
    path,
    '',
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    contentHash,
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${date}/${region}/${service}/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${settings.secret}`,
  );
  return service === 's3' && createHmac('sha256', key).update(toSign).digest('hex') === signature;
}

describe('documents in an S3-compatible store', () => {
  it('are refused with the wrong secret, and nothing of the response is quoted', async () => {
    const store = makeS3Store({ ...settings, url, secret: 'another' });
    await expect(store.put('a.1', Buffer.from('x'))).rejects.toThrow('answered PUT with 403');
    expect(objects.size).toBe(0);
  });

  it('that are missing are an error', async () => {
    await expect(makeS3Store({ ...settings, url }).get('none')).rejects.toThrow('answered GET with 404');
  });

  it('are in a bucket of which nobody says how much space is left', async () => {
    expect(await makeS3Store({ ...settings, url }).freeBytes()).toBeNull();
  });

  it('come back as the bytes that were stored, in the configured bucket', async () => {
    const store = makeS3Store({ ...settings, url: `${url}/` });
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256));
    await store.put('65f0.ab12', bytes);
    expect([...objects.keys()]).toEqual(['/documents/65f0.ab12']);
    expect((await store.get('65f0.ab12')).equals(bytes)).toBe(true);
  });

  it('are gone once they are deleted, and can be deleted again', async () => {
    const store = makeS3Store({ ...settings, url });
    await store.put('a.1', Buffer.from('x'));
    await store.delete('a.1');
    expect(objects.size).toBe(0);
    await store.delete('a.1');
    await expect(store.get('a.1')).rejects.toThrow('404');
  });

  it('are stored although the store was down for a moment', async () => {
    const store = makeS3Store({ ...settings, url });
    away = 2;
    await store.put('a.1', Buffer.from('x'));
    expect(objects.size).toBe(1);
  });
});
