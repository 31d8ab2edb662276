import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fileTypeFromBuffer } from 'file-type';
import PQueue from 'p-queue';
import sharp, { type Sharp } from 'sharp';
import { DomainError } from '#api/platform/domain-error.ts';
import { maxDocumentBytes } from './document-types.ts';
import type { HeicPicture } from './heic-worker.ts';

/** What is stored, as detected from the bytes, with the ending of its name. */
export const uploadTypes = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const;
export type UploadType = keyof typeof uploadTypes;

/** What iPhones take photographs in. Few programs of an office open it, so it is stored as JPEG. */
const heicTypes: readonly string[] = [
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
];
/** A photograph of 12 megapixels takes one to three seconds. */
const heicDecodedWithinMs = 60_000;

/** 40 megapixels: a letter scanned with 600 dots per inch. A small file can hold far more, and would fill the memory. */
const maxPixels = 40_000_000;
/** Enough to tell any of these types. */
const headBytes = 4_100;
/** Where a PDF has to end. */
const tailBytes = 1_024;

/** Decoded pictures are large: one at a time. */
const drawing = new PQueue({ concurrency: 1 });

export interface CleanUpload {
  type: UploadType;
  content: AsyncIterable<Uint8Array>;
}

/**
 * Detects what an upload is, whatever its name says. A PDF passes through as it arrives, and has to be whole. A picture is
 * decoded and encoded anew, so that nothing else travels in its file: no location, no page or program behind it.
 *
 * @throws DomainError `bad-input` or `too-large`, also while the content is read.
 */
export async function cleanUpload(file: AsyncIterable<Uint8Array>): Promise<CleanUpload> {
  const incoming = bounded(file);
  const head = await readHead(incoming);
  if (head.length === 0) throw refusal('This file is empty. Choose another one');
  const type = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  const whole = joined(head, incoming);
  if (type === 'application/pdf') return { type, content: wholePdf(whole) };
  if (type === 'image/jpeg' || type === 'image/png')
    return { type, content: await drawing.add(() => redrawn(whole, type)) };
  if (type && heicTypes.includes(type))
    return { type: 'image/jpeg', content: await drawing.add(() => redrawnHeic(whole)) };
  throw refusal('We cannot use this kind of file. Choose a PDF, or a JPEG, PNG or HEIC picture');
}

/**
 * Passes on a file as it arrives, up to 25 MB. It can be read by two readers, one after the other.
 *
 * @throws DomainError `bad-input` when it does not arrive whole, `too-large`.
 */
export async function* bounded(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  const iterator = file[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await iterator.next().catch(() => {
      throw refusal('The file did not arrive whole. Choose it again');
    });
    if (done) return;
    size += value.length;
    if (size > maxDocumentBytes) throw tooLarge();
    yield value;
  }
}

async function readHead(incoming: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < headBytes) {
    const { done, value } = await incoming.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}

async function* joined(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}

/** A PDF begins and ends with its markers: bytes behind them belong to another kind of file. */
async function* wholePdf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let tail = Buffer.alloc(0);
  for await (const piece of content) {
    tail = Buffer.concat([tail, piece.subarray(-tailBytes)]).subarray(-tailBytes);
    yield piece;
  }
  if (!/%%EOF\s*$/.test(tail.toString('latin1')))
    throw refusal('This PDF is damaged, or another file is hidden in it. Save it as PDF again');
}

async function redrawn(
  content: AsyncIterable<Uint8Array>,
  type: 'image/jpeg' | 'image/png',
): Promise<AsyncIterable<Uint8Array>> {
  const bytes = await wholeOf(content);
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw damaged();
    });
  requireFewPixels(width * height);
  const upright = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
  return encoded(type === 'image/png' ? upright.png() : upright.jpeg({ quality: 92 }));
}

/** The decoder turns the picture upright itself. */
async function redrawnHeic(content: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const decoded = await decodeHeic(await wholeOf(content));
  requireFewPixels(decoded.width * decoded.height);
  if (!decoded.pixels) throw damaged();
  const { width, height, pixels } = decoded;
  return encoded(
    sharp(pixels, { raw: { width, height, channels: 4 } })
      .flatten()
      .jpeg({ quality: 92 }),
  );
}

/**
 * Decodes in a thread of its own, which ends with the picture: the main thread keeps answering, and what a broken file does to
 * the decoder is gone with it.
 *
 * @throws DomainError `bad-input`.
 */
async function decodeHeic(bytes: Buffer): Promise<HeicPicture> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    execArgv: [],
    workerData: { bytes, maxPixels },
    // The decoder prints what is wrong with a file, which is of no use in our log.
    stdout: true,
    stderr: true,
  });
  try {
    const [picture] = await once(worker, 'message', { signal: AbortSignal.timeout(heicDecodedWithinMs) });
    return picture;
  } catch {
    throw damaged();
  } finally {
    await worker.terminate();
  }
}

async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

function requireFewPixels(pixels: number): void {
  if (pixels > maxPixels) throw refusal('This picture has more than 40 megapixels. Make it smaller');
}

async function encoded(picture: Sharp): Promise<AsyncIterable<Uint8Array>> {
  const drawn = await picture.toBuffer().catch(() => {
    throw damaged();
  });
  // Noise can grow when it is encoded anew.
  if (drawn.length > maxDocumentBytes) throw tooLarge();
  return slices(drawn);
}

async function* slices(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function damaged(): DomainError {
  return refusal('This picture is damaged. Save it again, and choose the new file');
}

function tooLarge(): DomainError {
  const text = 'This file is larger than 25 MB. Choose a smaller one';
  return new DomainError('too-large', text, { fields: { file: text } });
}

function refusal(text: string): DomainError {
  return new DomainError('bad-input', text, { fields: { file: text } });
}
