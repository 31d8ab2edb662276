import { decryptBytes, encryptBytes } from '#api/platform/keys/encrypt-bytes.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import type { DocumentStore } from './store/document-store.ts';

/** Bytes of a piece: what one file needs of the memory, whatever its size. */
export const pieceBytes = 1024 * 1024;

/** A file in the document store, in pieces that are encrypted one by one. */
export interface EncryptedFile {
  /** The collection and the id of the record that the file belongs to. No piece can be moved to another. */
  collection: string;
  document: string;
}

interface Dependencies {
  ring: KeyRing;
  store: DocumentStore;
}

/**
 * Stores a file while it arrives. The caller records how many pieces there are once all are stored: until then the file
 * does not exist.
 */
export async function writeFile(
  file: EncryptedFile,
  content: AsyncIterable<Uint8Array>,
  { ring, store }: Dependencies,
): Promise<{ pieces: number; size: number }> {
  let [pieces, size] = [0, 0];
  for await (const piece of inPieces(content)) {
    await store.put(pieceName(file, pieces), encryptBytes(ring, piece, pieceContext(file, pieces)));
    pieces += 1;
    size += piece.length;
  }
  return { pieces, size };
}

/**
 * Goes on with a file whose first `offset` bytes are stored. A piece that was not full is rewritten, so where the content
 * was cut does not matter to whoever reads the file. When the content fails, what had arrived of it is stored before the error
 * is passed on.
 *
 * @param stored is called after each write with the number of bytes of the file that are stored now.
 */
export async function appendToFile(
  file: EncryptedFile,
  { offset, content, stored }: Appended,
  { ring, store }: Dependencies,
): Promise<void> {
  let at = Math.floor(offset / pieceBytes);
  let size = offset % pieceBytes;
  let known = size;
  let held: Uint8Array[] = size > 0 ? [(await readPiece(file, at, { ring, store })).subarray(0, size)] : [];
  async function write(): Promise<void> {
    const piece = Buffer.concat(held);
    await store.put(pieceName(file, at), encryptBytes(ring, piece, pieceContext(file, at)));
    await stored(at * pieceBytes + size);
    known = size;
    if (size < pieceBytes) return;
    [at, size, known, held] = [at + 1, 0, 0, []];
  }
  try {
    for await (const bytes of content) {
      for (let from = 0; from < bytes.length; ) {
        const part = bytes.subarray(from, from + pieceBytes - size);
        held.push(part);
        size += part.length;
        from += part.length;
        if (size === pieceBytes) await write();
      }
    }
  } finally {
    if (size > known) await write();
  }
}

interface Appended {
  /** Bytes. */
  offset: number;
  content: AsyncIterable<Uint8Array>;
  stored: (bytes: number) => Promise<void>;
}

/** @returns the file, piece by piece. It throws when one is missing, was changed or belongs elsewhere. */
export async function* readFile(
  file: EncryptedFile,
  pieces: number,
  { ring, store }: Dependencies,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < pieces; at += 1) yield readPiece(file, at, { ring, store });
}

async function readPiece(file: EncryptedFile, at: number, { ring, store }: Dependencies): Promise<Buffer> {
  return decryptBytes(ring, await store.get(pieceName(file, at)), pieceContext(file, at));
}

/** Deletes the pieces of a file, whether they were all written or not. */
export async function deleteFile(
  file: EncryptedFile,
  pieces: number,
  { store }: Pick<Dependencies, 'store'>,
): Promise<void> {
  for (let at = 0; at < pieces; at += 1) await store.delete(pieceName(file, at));
}

export function pieceName({ collection, document }: EncryptedFile, at: number): string {
  return `${collection}.${document}.${at}`;
}

/** What a piece is encrypted for. */
export function pieceContext(file: EncryptedFile, at: number) {
  return { ...file, field: `bytes.${at}` };
}

async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of content) {
    waiting.push(bytes);
    size += bytes.length;
    if (size < pieceBytes) continue;
    const whole = Buffer.concat(waiting);
    const rest = whole.length % pieceBytes;
    for (let from = 0; from < whole.length - rest; from += pieceBytes)
      yield whole.subarray(from, from + pieceBytes);
    waiting = [Buffer.from(whole.subarray(whole.length - rest))];
    size = rest;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
