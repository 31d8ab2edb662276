import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';

/** Where a sealed value lives. It opens nowhere else, so a value can't be moved to another row or field. */
export interface Place {
  collection: string;
  field: string;
  document: string;
}

/**
 * Encrypts one field: AES-256-GCM, random 96-bit IV, bound to its place and key.
 *
 * @returns `v1.kid.iv.ciphertext.tag`, the last three base64url.
 */
export function seal(ring: KeyRing, text: string, place: Place): string {
  const [key] = ring;
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.secret, iv).setAAD(boundTo(place, key.id));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = [iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return ['v1', key.id, ...parts].join('.');
}

/** @returns the id of the key that a value is sealed under; of what is no sealed value, an empty text. */
export function keyIdOf(value: string): string {
  return /^v1\.([a-z0-9]{1,12})\./.exec(value)?.[1] ?? '';
}

/**
 * Decrypts what `seal` made.
 *
 * @throws Error when the value was changed, moved or sealed under a key that the ring no longer holds.
 */
export function unseal(ring: KeyRing, value: string, place: Place): string {
  const [version, keyId = '', iv = '', sealed = '', tag = ''] = value.split('.');
  const key = ring.find(({ id }) => id === keyId);
  if (version !== 'v1' || !key) throw new Error('A sealed field names a key that is not in the ring.');
  const decipher = createDecipheriv('aes-256-gcm', key.secret, Buffer.from(iv, 'base64url'), {
    authTagLength: 16,
  })
    .setAAD(boundTo(place, key.id))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return decipher.update(sealed, 'base64url', 'utf8') + decipher.final('utf8');
}

/** @returns what ties a ciphertext to its place and key. */
export function boundTo({ collection, field, document }: Place, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([collection, field, document, keyId]));
}
