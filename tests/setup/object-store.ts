import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What opens the store. */
export const storeKeys = { keyId: 'KEYID', secret: 'a-secret-of-the-store', region: 'us-east-1' };

/**
 * An S3-compatible store of objects that verifies each request's signature as AWS specifies it ("Signature Version 4"). It imports
 * nothing of ours, so that it also runs alone in a container.
 */
export async function openObjectStore(port = 0, host = '127.0.0.1') {
  const objects = new Map<string, Buffer>();
  /** How many more times the store answers 503. */
  const store = { objects, away: 0 };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const end = (status: number, content: Uint8Array = Buffer.alloc(0)) =>
      response.writeHead(status).end(content);
    if (store.away > 0) {
      store.away -= 1;
      return end(503);
    }
    if (!isSigned(request, body)) return end(403);
    const name = request.url ?? '';
    if (request.method === 'PUT') objects.set(name, body);
    if (request.method === 'DELETE') return end(objects.delete(name) ? 204 : 404);
    return objects.has(name) ? end(200, objects.get(name)) : end(404);
  });
  await once(server.listen(port, host), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(store, { url, close: () => server.close() });
}

function isSigned({ headers, method, url }: IncomingMessage, body: Buffer): boolean {
  const [, date = '', region = '', service = '', signed = '', signature = ''] =
    /Credential=KEYID\/(\d+)\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const contentHash = String(headers['x-amz-content-sha256']);
  const bodyHash = createHash('sha256').update(body).digest('hex');
  if (contentHash !== 'UNSIGNED-PAYLOAD' && contentHash !== bodyHash) return false;
  const canonical = [
    method,
    url,
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
    `AWS4${storeKeys.secret}`,
  );
  return service === 's3' && createHmac('sha256', key).update(toSign).digest('hex') === signature;
}
