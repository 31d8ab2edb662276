import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';
import { boundTo, type Place } from './seal.ts';

const mark = 1;
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a file as `seal` does a field: AES-256-GCM, random 96-bit IV, bound to its place and key.
 *
 * @returns one byte 1, one byte with the length of the key's id, the id, IV, ciphertext, tag.
 */
export function sealBytes(ring: KeyRing, bytes: Buffer, place: Place): Buffer {
  const [key] = ring;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key.secret, iv).setAAD(boundTo(place, key.id));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const id = Buffer.from(key.id);
  return Buffer.concat([Buffer.from([mark, id.length]), id, iv, sealed, cipher.getAuthTag()]);
}

/** @returns the id of the key that a file is sealed under. */
export function keyIdOfBytes(sealed: Buffer): string {
  return sealed.subarray(2, 2 + (sealed[1] ?? 0)).toString();
}

/**
 * Decrypts what `sealBytes` made.
 *
 * @throws Error when the file was changed, moved or sealed under a key that the ring no longer holds.
 */
export function unsealBytes(ring: KeyRing, sealed: Buffer, place: Place): Buffer {
  const keyId = keyIdOfBytes(sealed);
  const start = 2 + keyId.length;
  const key = ring.find(({ id }) => id === keyId);
  if (sealed[0] !== mark || !key || sealed.length < start + ivBytes + tagBytes)
    throw new Error('A sealed file names a key that is not in the ring.');
  const iv = sealed.subarray(start, start + ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', key.secret, iv, { authTagLength: tagBytes })
    .setAAD(boundTo(place, key.id))
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(start + ivBytes, -tagBytes)), decipher.final()]);
}
