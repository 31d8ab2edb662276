import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { Transform } from 'node:stream';

/** A part of a backup: each is encrypted under a key of its own, so that one can't be taken for the other. */
export type Part = 'data' | 'keys';

const magic = Buffer.from('claimdesk backup 1\n');
const saltBytes = 32;
const headerBytes = magic.length + saltBytes;
const tagBytes = 16;
/** What one end of the stream needs of the memory, whatever the size of the backup. */
const pieceBytes = 1024 * 1024;

/** @returns a key for one use, made of the backup key. */
export function deriveKey(key: KeyObject, salt: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `claimdesk backup: ${use}`, 32));
}

/**
 * Encrypts a stream in pieces of 1 MiB by AES-256-GCM (the construction STREAM): the nonce of a piece is its number and whether it is
 * the last, so that none can be changed, moved, left out or cut off. The key is made of the backup key and a random salt, which stands
 * at the beginning.
 */
export function seal(key: KeyObject, part: Part) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    const salt = randomBytes(saltBytes);
    const ownKey = deriveKey(key, salt, part);
    yield Buffer.concat([magic, salt]);
    let number = 0;
    for await (const { piece, last } of inPieces(source, pieceBytes)) {
      const cipher = createCipheriv('aes-256-gcm', ownKey, nonceOf(number, last));
      yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
      number += 1;
    }
  };
}

/** The inverse of `seal`. @throws Error with one sentence at the first piece that is not as it was written under this key. */
export function unseal(key: KeyObject, part: Part) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    let ownKey: Buffer | undefined;
    let number = 0;
    for await (const { piece, last } of inPieces(source, pieceBytes + tagBytes, headerBytes)) {
      if (!ownKey) {
        if (piece.length < headerBytes || !piece.subarray(0, magic.length).equals(magic))
          throw new Error('This file is no part of a backup, or of one that a newer version made.');
        ownKey = deriveKey(key, piece.subarray(magic.length), part);
        continue;
      }
      const text = open(piece, ownKey, nonceOf(number, last));
      if (!text)
        throw new Error(
          'The backup was changed or cut off, or BACKUP_KEY is not the key that it was made with.',
        );
      yield text;
      number += 1;
    }
    if (number === 0) throw new Error('The backup was cut off.');
  };
}

function open(piece: Buffer, key: Buffer, nonce: Buffer): Buffer | undefined {
  if (piece.length < tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(piece.subarray(-tagBytes));
  const text = decipher.update(piece.subarray(0, -tagBytes));
  try {
    decipher.final();
    return text;
  } catch {
    return undefined;
  }
}

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/**
 * @param first bytes of a first piece that is shorter. @returns pieces of one size, and the rest, marked as the last; it may be empty.
 */
async function* inPieces(
  source: AsyncIterable<Uint8Array>,
  bytes: number,
  first = bytes,
): AsyncGenerator<{ piece: Buffer; last: boolean }> {
  let held: Uint8Array[] = [];
  let [size, wanted] = [0, first];
  for await (const chunk of source) {
    held.push(chunk);
    size += chunk.length;
    if (size <= wanted) continue;
    let rest = Buffer.concat(held);
    // Whether a piece is the last is known once there is more, or nothing.
    while (rest.length > wanted) {
      yield { piece: rest.subarray(0, wanted), last: false };
      rest = rest.subarray(wanted);
      wanted = bytes;
    }
    held = [rest];
    size = rest.length;
  }
  yield { piece: Buffer.concat(held), last: true };
}

export interface MeasuredFile {
  bytes: number;
  sha256: string;
}

/** @returns a stream that changes nothing, and what has gone through it. */
export function measureFile(): { measure: Transform; measured: () => MeasuredFile } {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { measure, measured: () => ({ bytes, sha256: hash.digest('hex') }) };
}
