import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { unreadable } from '@claimdesk/forms/answers';
import type { Log } from '#api/platform/log.ts';
import type { KeyRing } from './key-ring.ts';

/** Where an encrypted value is stored. It can be decrypted for that context only, so it can't be moved to another row or field. */
export interface EncryptionContext {
  collection: string;
  field: string;
  document: string;
}

/** The mark that ends a text, after which its padding begins: ISO/IEC 7816-4. */
const endOfText = 0x80;
const shortestPadded = 64;
const pageBytes = 4_096;

/**
 * Encrypts one field: AES-256-GCM, random 96-bit IV, bound to its context and key. The text is padded first: to 64 bytes, 128, 256
 * and so on up to 4 KiB, then to whole 4 KiB, so that the length of a stolen value does not tell a short answer from a longer one.
 *
 * @returns `v2.kid.iv.ciphertext.tag`, the last three base64url.
 */
export function encrypt(ring: KeyRing, text: string, context: EncryptionContext): string {
  const [key] = ring;
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.secret, iv).setAAD(additionalData(context, key.id, 'v2'));
  const ciphertext = Buffer.concat([cipher.update(pad(text)), cipher.final()]);
  const parts = [iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return ['v2', key.id, ...parts].join('.');
}

function pad(text: string): Buffer {
  const bytes = Buffer.from(text);
  const needed = bytes.length + 1;
  const length =
    needed > pageBytes
      ? Math.ceil(needed / pageBytes) * pageBytes
      : Math.max(shortestPadded, 2 ** Math.ceil(Math.log2(needed)));
  const padded = Buffer.alloc(length);
  bytes.copy(padded);
  padded[bytes.length] = endOfText;
  return padded;
}

/** @returns a filter for values that are encrypted with a key. */
export function encryptedWith(keyId: string): RegExp {
  return new RegExp(`^v[12]\\.${keyId}\\.`);
}

/** @returns the id of the key that a value is encrypted with; an empty string for any other text. */
export function keyIdOf(value: string): string {
  return /^v[12]\.([a-z0-9]{1,12})\./.exec(value)?.[1] ?? '';
}

/**
 * Decrypts a value from `encrypt`, and one of 1.0, `v1` and without padding.
 *
 * @throws Error when the value was changed, moved or encrypted with a key that the ring no longer holds.
 */
export function decrypt(ring: KeyRing, value: string, context: EncryptionContext): string {
  const [version = '', keyId = '', iv = '', ciphertext = '', tag = ''] = value.split('.');
  const key = ring.find(({ id }) => id === keyId);
  if (!['v1', 'v2'].includes(version) || !key)
    throw new Error('An encrypted field names a key that is not in the ring.');
  const decipher = createDecipheriv('aes-256-gcm', key.secret, Buffer.from(iv, 'base64url'), {
    authTagLength: 16,
  })
    .setAAD(additionalData(context, key.id, version))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  const bytes = Buffer.concat([decipher.update(ciphertext, 'base64url'), decipher.final()]);
  return (version === 'v1' ? bytes : bytes.subarray(0, bytes.lastIndexOf(endOfText))).toString();
}

/** @returns the text of a value from `encrypt`; `unreadable`, which is logged, where it can't be decrypted. */
export function decryptOrUnreadable(
  ring: KeyRing,
  value: string,
  context: EncryptionContext,
  log: Log,
): string {
  try {
    return decrypt(ring, value, context);
  } catch {
    log.error('record unreadable', { collection: context.collection });
    return unreadable;
  }
}

/** @returns the additional authenticated data, which binds a ciphertext to its context, key and format, which `v1` left out. */
export function additionalData(
  { collection, field, document }: EncryptionContext,
  keyId: string,
  version = 'v1',
): Buffer {
  const bound = [collection, field, document, keyId, ...(version === 'v1' ? [] : [version])];
  return Buffer.from(JSON.stringify(bound));
}
