import { fileTypeFromBuffer } from 'file-type';
import { DomainError } from '#api/platform/domain-error.ts';
import { makeFairQueue } from '#api/platform/fair-queue.ts';
import { makeWorkProcess, WorkError } from '#api/platform/work-process.ts';
import { emptyText, fileKinds, maxDocumentBytes, mostTiffPages, tooLargeText } from './document-types.ts';
import type { FileWork } from './file-process.ts';

/** Stored file types, detected from the bytes, with their extensions. */
export const uploadTypes = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const;
export type UploadType = keyof typeof uploadTypes;

/** The photo format of iPhones. */
const heicTypes: readonly string[] = [
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
];
/** A photo of 12 megapixels takes one to three seconds, a PDF of hundreds of pages about as long. */
const withinMs = 60_000;
const megabyte = 1024 * 1024;
/** Reads files, so that what one takes has a bound, and ends with the process in which it was read. */
export const fileProcess = makeWorkProcess<FileWork>(new URL('./file-process.ts', import.meta.url), {
  memoryBytes: 1024 * megabyte,
  heapBytes: 768 * megabyte,
});

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
    return {
      type,
      content: await readInQueue(queue, () => redrawn(arrived, type === 'image/png' ? 'png' : 'jpeg')),
    };
  if (type && heicTypes.includes(type))
    return { type: 'image/jpeg', content: await readInQueue(queue, () => redrawn(arrived, 'heic')) };
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
  type: 'jpeg' | 'png' | 'heic',
): Promise<AsyncIterable<Uint8Array>> {
  const job = { bytes: await wholeOf(content), type, maxPixels };
  const picture = await fileProcess
    .run('redrawPicture', job, { withinMs })
    .catch((error: unknown) => refuseWork(error, pictureWords));
  if (picture === 'damaged') throw refusal(pictureWords.damaged);
  if (picture === 'too-many-pixels') throw tooManyPixels();
  // A noisy picture can grow when it is encoded again.
  if (picture.length > maxDocumentBytes) throw tooLarge();
  return slices(picture);
}

/**
 * Rewrites a PDF with only what its pages show: no metadata, scripts, attached files or click actions. Deterministic: the same
 * input gives the same bytes. Call it within `readInQueue`.
 *
 * @throws DomainError `bad-input` when it is damaged or protected with a password, or, with the reason `too-much`, when it takes
 * too long or too much memory; `too-large`.
 */
export async function rewritePdf(bytes: Buffer): Promise<Buffer> {
  const rewritten = await fileProcess
    .run('rewritePdf', bytes, { withinMs })
    .catch((error: unknown) => refuseWork(error, pdfWords));
  if (rewritten === 'protected')
    throw refusal(
      'We cannot read this PDF. It is protected with a password. Save it without one, or send a photo of each page',
    );
  if (rewritten === 'damaged') throw refusal(pdfWords.damaged);
  if (rewritten.length > maxDocumentBytes) throw tooLarge();
  return Buffer.from(rewritten);
}

export async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Fax machines and scanners write TIFF, often of many pages, which browsers do not show. */
async function pdfOfTiff(bytes: Buffer): Promise<AsyncIterable<Uint8Array>> {
  const job = { bytes, maxPixels, mostBytes: maxDocumentBytes };
  const pdf = await fileProcess
    // After a minute it ends by itself, between two pages.
    .run('printTiff', job, { withinMs: 2 * withinMs })
    .catch((error: unknown) => refuseWork(error, pictureWords));
  if (pdf === 'damaged') throw refusal(pictureWords.damaged);
  if (pdf === 'too-many-pixels') throw tooManyPixels();
  if (pdf === 'too-many-pages')
    throw refusal(`This picture has more than ${mostTiffPages} pages. Send it in parts`);
  if (pdf === 'too-large') throw tooLarge();
  return slices(pdf);
}

export async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const pictureWords = {
  damaged: 'This picture is damaged. Save it again, and choose the new file',
  tooMuch:
    'We cannot read this picture. It takes too much to open. Make it smaller, or take a photo of the paper',
};
const pdfWords = {
  damaged: 'We cannot read this PDF. It is damaged. Save it as PDF again, or send a photo of each page',
  tooMuch:
    'We cannot read this PDF. It takes too much to open. Save it as PDF again, or send a photo of each page',
};

/** Whatever a decoder throws, the file is to blame for; that there was no process to read it in, it is not. */
function refuseWork(error: unknown, { damaged, tooMuch }: typeof pdfWords): never {
  if (!(error instanceof WorkError)) throw error;
  if (error.kind === 'failed') throw refusal(damaged);
  throw new DomainError('bad-input', tooMuch, { fields: { file: tooMuch }, cause: error });
}

function tooManyPixels(): DomainError {
  return refusal('This picture has more than 40 megapixels. Make it smaller');
}

function tooLarge(): DomainError {
  return new DomainError('too-large', tooLargeText, { fields: { file: tooLargeText } });
}

function refusal(text: string): DomainError {
  return new DomainError('bad-input', text, { fields: { file: text } });
}
