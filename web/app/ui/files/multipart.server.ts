import { Readable } from 'node:stream';
import busboy from 'busboy';

/** A file of a form, as it arrives. */
export interface IncomingFile {
  /** As the browser calls it. */
  name: string;
  content: AsyncIterable<Uint8Array>;
}

/** A form with files, read as a stream. */
export interface Multipart {
  /** The fields before the file that was asked for last. */
  posted: FormData;
  /** Whether the form could not be read to its end, as with control characters in a file's name. */
  isBroken(): boolean;
  /** @returns the next file, once what is left of the one before was read or skipped; null at the end. */
  next(): Promise<IncomingFile | null>;
  /** Reads what is left and keeps nothing of it, so that the browser gets its answer. */
  skip(): Promise<void>;
}

const limits = { fields: 8, fieldSize: 4_096, fieldNameSize: 100, headerPairs: 20 };

/**
 * Reads a form file by file. A form without files, such as a plain post, is read as a whole.
 *
 * @param maxFiles how many are passed on; any more are left out.
 */
export async function readMultipart(request: Request, maxFiles: number): Promise<Multipart> {
  const type = request.headers.get('content-type') ?? '';
  const nothing = { isBroken: () => false, next: async () => null, skip: async () => {} };
  if (!request.body || !type.startsWith('multipart/form-data'))
    return { ...nothing, posted: await request.formData() };
  const posted = new FormData();
  const source = Readable.fromWeb(request.body as import('node:stream/web').ReadableStream);
  let parser: busboy.Busboy;
  try {
    const parts = limits.fields + maxFiles + 1;
    parser = busboy({ headers: { 'content-type': type }, limits: { ...limits, files: maxFiles, parts } });
  } catch {
    return { ...nothing, posted, isBroken: () => true };
  }
  const waiting: { name: string; stream: Readable }[] = [];
  let current: { stream: Readable; content: AsyncIterator<Uint8Array> } | undefined;
  let [isBroken, isEnded] = [false, false];
  let wake = () => {};
  const end = () => {
    isEnded = true;
    wake();
  };
  parser.once('close', end);
  parser.once('error', () => {
    isBroken = true;
    source.resume();
    source.once('close', end);
  });
  source.once('error', (error) => parser.destroy(error));
  parser.on('field', (name, value) => posted.append(name, value));
  parser.on('file', (_name, stream, { filename }) => {
    // The reader gets the error; before reading starts, nothing listens for it.
    stream.on('error', () => {});
    // A field in which no file was chosen is sent as a file without a name.
    if (!filename) return stream.resume();
    waiting.push({ name: filename, stream });
    return wake();
  });
  source.pipe(parser);

  async function next(): Promise<IncomingFile | null> {
    // The stream of a reader that gave up in the middle does not flow until its reading has ended.
    await current?.content.return?.();
    current?.stream.resume();
    for (;;) {
      const file = waiting.shift();
      if (file) {
        // A reader that gives up leaves the stream, so that the form behind it can still be read.
        const content = file.stream.iterator({ destroyOnReturn: false });
        current = { stream: file.stream, content };
        return { name: file.name, content };
      }
      if (isEnded) return null;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    posted,
    isBroken: () => isBroken,
    next,
    async skip() {
      while (await next());
    },
  };
}
