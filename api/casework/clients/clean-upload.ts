import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { DomainError } from '#api/platform/domain-error.ts';
import { makeFairQueue } from '#api/platform/fair-queue.ts';
import { inThread, isEnded } from '#api/platform/in-thread.ts';
import { emptyText, fileKinds, maxDocumentBytes, tooLargeText } from './document-types.ts';
import type { HeicPicture } from './heic-worker.ts';
import { mostTiffPages, printTiff } from './print-tiff.ts';
import type { RewrittenPdf } from './rewrite-pdf-worker.ts';

/** Stored file types, detected from the bytes, with their extensions. */
export const uploadTypes = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const;
export type UploadType = keyof typeof uploadTypes;

/** The photo format of iPhones. Few office programs open it, so it is stored as JPEG. */
const heicTypes: readonly string[] = [
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
];
/** A photo of 12 megapixels takes one to three seconds, a PDF of hundreds of pages about as long. */
const threadLimits = { withinMs: 60_000, memoryBytes: 1024 * 1024 * 1024 };

/** 40 megapixels: a letter scanned at 600 dpi. A small file can decode to far more, and would fill the memory. */
const maxPixels = 40_000_000;
/** Enough bytes to detect any of these types. */
const headBytes = 4_100;
/** The end marker of a PDF has to be within these last bytes. */
const tailBytes = 1_024;

/**
 * Decoded pictures and parsed PDFs are large, so they are read one at a time. The queues take turns; a full one takes a few
 * minutes at most.
 */
const reading = makeFairQueue(1, {
  staff: { maxWaiting: 10 },
  clients: { maxWaiting: 10 },
  /** For jobs, each of which reads one file at a time. */
  background: { maxWaiting: 10 },
});
export type ReadingQueue = Parameters<typeof reading>[0];

const busy = {
  title: 'Please wait a minute',
  text: 'Many files are being read at this moment. Send this one again in a minute',
};

/**
 * Runs work that decodes a picture or parses a PDF, one at a time.
 *
 * @throws DomainError `unavailable` when ten others wait in the queue; nothing was read.
 */
export function readInQueue<T>(queue: ReadingQueue, work: () => Promise<T>): Promise<T> {
  return reading(queue, work, { busy });
}

export interface CleanUpload {
  type: UploadType;
  content: AsyncIterable<Uint8Array>;
}

/**
 * Detects the type of an upload from its bytes, whatever its name says, and cleans it. A picture is decoded and re-encoded, which
 * strips metadata and appended data; a TIFF becomes a PDF of its pages. A PDF has to be complete. A client's PDF is rewritten as well; a PDF from staff is stored as
 * it arrives, since it may be evidence or signed.
 *
 * @param queue `staff` for their uploads; one of the others for what a client sent.
 * @throws DomainError `bad-input` or `too-large`, also while the content is read; `unavailable` when too many files wait to be
 * read.
 */
export async function cleanUpload(
  file: AsyncIterable<Uint8Array>,
  queue: ReadingQueue,
): Promise<CleanUpload> {
  const incoming = bounded(file);
  const head = await readHead(incoming);
  if (head.length === 0) throw refusal(emptyText);
  const type = isTiff(head) ? 'image/tiff' : (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  const whole = joined(head, incoming);
  if (type === 'application/pdf' && queue === 'staff') return { type, content: wholePdf(whole) };
  // A client's file has already arrived, and is read inside the queue. A staff upload has to arrive first.
  const arrived = queue === 'staff' ? slices(await wholeOf(whole)) : whole;
  if (type === 'application/pdf') {
    const rewrite = async () => slices(await rewritePdf(await wholeOf(wholePdf(arrived))));
    return { type, content: await readInQueue(queue, rewrite) };
  }
  if (type === 'image/jpeg' || type === 'image/png')
    return { type, content: await readInQueue(queue, () => redrawn(arrived, type)) };
  if (type && heicTypes.includes(type))
    return { type: 'image/jpeg', content: await readInQueue(queue, () => redrawnHeic(arrived)) };
  if (type === 'image/tiff') {
    const print = async () => pdfOfTiff(await wholeOf(arrived));
    return { type: 'application/pdf', content: await readInQueue(queue, print) };
  }
  throw refusal(`We cannot use this kind of file. Choose ${fileKinds}`);
}

/**
 * Passes on a file as it arrives, up to 25 MB. Two readers can read it one after the other.
 *
 * @throws DomainError `bad-input` when it does not arrive completely; `too-large`.
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

/** The library reads on to the first page's directory, which often lies at the end of the file. */
function isTiff(head: Buffer): boolean {
  return ['II*\0', 'MM\0*'].includes(head.toString('latin1', 0, 4));
}

async function* joined(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}

/** A PDF starts and ends with its markers. Bytes after the end marker belong to another kind of file. */
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

/** The decoder already turns the picture upright. */
async function redrawnHeic(content: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const job = { bytes: await wholeOf(content), maxPixels };
  const program = new URL('./heic-worker.ts', import.meta.url);
  const decoded = await inThread<HeicPicture>(program, job, threadLimits).catch(() => {
    throw damaged();
  });
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
 * Rewrites a PDF with only what its pages show: no metadata, scripts, attached files or click actions. Deterministic: the same
 * input gives the same bytes. Call it within `readInQueue`.
 *
 * @throws DomainError `bad-input` when it is damaged or protected with a password, or, with the reason `too-much`, when it takes
 * too long or too much memory; `too-large`.
 */
export async function rewritePdf(bytes: Buffer): Promise<Buffer> {
  const program = new URL('./rewrite-pdf-worker.ts', import.meta.url);
  const rewritten = await inThread<RewrittenPdf>(program, bytes, threadLimits).catch((error: unknown) => {
    if (isEnded(error)) throw tooMuch(error);
    return 'damaged' as const;
  });
  if (rewritten === 'protected')
    throw refusal(
      'We cannot read this PDF. It is protected with a password. Save it without one, or send a photo of each page',
    );
  if (rewritten === 'damaged')
    throw refusal(
      'We cannot read this PDF. It is damaged. Save it as PDF again, or send a photo of each page',
    );
  if (rewritten.length > maxDocumentBytes) throw tooLarge();
  return Buffer.from(rewritten);
}

export async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

function requireFewPixels(pixels: number): void {
  if (pixels > maxPixels) throw tooManyPixels();
}

/** Fax machines and scanners write TIFF, often of many pages, which browsers do not show. */
async function pdfOfTiff(bytes: Buffer): Promise<AsyncIterable<Uint8Array>> {
  const pdf = await printTiff(bytes, { maxPixels, mostBytes: maxDocumentBytes });
  if (pdf === 'damaged') throw damaged();
  if (pdf === 'too-many-pixels') throw tooManyPixels();
  if (pdf === 'too-many-pages')
    throw refusal(`This picture has more than ${mostTiffPages} pages. Send it in parts`);
  if (pdf === 'too-large') throw tooLarge();
  return slices(pdf);
}

async function encoded(picture: Sharp): Promise<AsyncIterable<Uint8Array>> {
  const drawn = await picture.toBuffer().catch(() => {
    throw damaged();
  });
  // A noisy picture can grow when it is re-encoded.
  if (drawn.length > maxDocumentBytes) throw tooLarge();
  return slices(drawn);
}

export async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function damaged(): DomainError {
  return refusal('This picture is damaged. Save it again, and choose the new file');
}

function tooManyPixels(): DomainError {
  return refusal('This picture has more than 40 megapixels. Make it smaller');
}

function tooMuch(cause: unknown): DomainError {
  const words =
    'We cannot read this PDF. It takes too long to open. Try again in a few minutes, or send a photo of each page';
  return new DomainError('bad-input', words, { reason: 'too-much', cause });
}

function tooLarge(): DomainError {
  return new DomainError('too-large', tooLargeText, { fields: { file: tooLargeText } });
}

function refusal(text: string): DomainError {
  return new DomainError('bad-input', text, { fields: { file: text } });
}
