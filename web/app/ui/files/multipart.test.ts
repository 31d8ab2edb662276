import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readMultipart } from './multipart.server.ts';

/** @returns a form as it arrives, in small pieces. */
async function arriving(files: [name: string, content: BlobPart][]): Promise<Request> {
  const body = new FormData();
  for (const [name, content] of files) body.append('files', new Blob([content]), name);
  const whole = new Request('http://site.example/', { method: 'POST', body });
  const bytes = Buffer.from(await whole.arrayBuffer());
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 65_536) {
      await new Promise(setImmediate);
      yield bytes.subarray(at, at + 65_536);
    }
  }
  const headers = { 'content-type': whole.headers.get('content-type') ?? '' };
  const stream = { body: Readable.toWeb(Readable.from(pieces())), duplex: 'half' };
  return new Request(whole.url, { method: 'POST', headers, ...stream } as RequestInit);
}

test('a file that is given up after its first bytes does not keep those behind it from being read', async () => {
  const large = Buffer.alloc(4 * 1024 * 1024, 'x');
  const request = await arriving([
    ['large.bin', large],
    ['empty.pdf', ''],
    ['good.pdf', 'good'],
  ]);
  const form = await readMultipart(request, 10);
  const first = await form.next();
  // As a reader does that stops in the middle, and says nothing.
  await first?.content[Symbol.asyncIterator]().next();
  const read: [string, string][] = [];
  for (let file = await form.next(); file; file = await form.next()) {
    const pieces: Uint8Array[] = [];
    for await (const piece of file.content) pieces.push(piece);
    read.push([file.name, Buffer.concat(pieces).toString()]);
  }
  expect(read).toEqual([
    ['empty.pdf', ''],
    ['good.pdf', 'good'],
  ]);
});
