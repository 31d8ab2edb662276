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

/**
 * Encrypts one field: AES-256-GCM, random 96-bit IV, bound to its context and key.
 *
 * @returns `v1.kid.iv.ciphertext.tag`, the last three base64url.
 */
export function encrypt(ring: KeyRing, text: string, context: EncryptionContext): string {
  const [key] = ring;
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.secret, iv).setAAD(additionalData(context, key.id));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = [iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return ['v1', key.id, ...parts].join('.');
}

/** @returns the id of the key that a value is encrypted with; an empty string for any other text. */
export function keyIdOf(value: string): string {
  return /^v1\.([a-z0-9]{1,12})\./.exec(value)?.[1] ?? '';
}

/**
 * Decrypts a value from `encrypt`.
 *
 * @throws Error when the value was changed, moved or encrypted with a key that the ring no longer holds.
 */
export function decrypt(ring: KeyRing, value: string, context: EncryptionContext): string {
  const [version, keyId = '', iv = '', ciphertext = '', tag = ''] = value.split('.');
  const key = ring.find(({ id }) => id === keyId);
  if (version !== 'v1' || !key) throw new Error('An encrypted field names a key that is not in the ring.');
  const decipher = createDecipheriv('aes-256-gcm', key.secret, Buffer.from(iv, 'base64url'), {
    authTagLength: 16,
  })
    .setAAD(additionalData(context, key.id))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return decipher.update(ciphertext, 'base64url', 'utf8') + decipher.final('utf8');
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

/** @returns the additional authenticated data, which binds a ciphertext to its context and key. */
export function additionalData({ collection, field, document }: EncryptionContext, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([collection, field, document, keyId]));
}
