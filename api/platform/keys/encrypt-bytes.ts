import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { additionalData, type EncryptionContext } from './encrypt.ts';
import type { KeyRing } from './key-ring.ts';

const formatVersion = 1;
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a file as `encrypt` does a field: AES-256-GCM, random 96-bit IV, bound to its document and key.
 *
 * @returns one byte 1, one byte with the length of the key id, the id, IV, ciphertext, tag.
 */
export function encryptBytes(ring: KeyRing, bytes: Buffer, context: EncryptionContext): Buffer {
  const [key] = ring;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key.secret, iv).setAAD(additionalData(context, key.id));
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const id = Buffer.from(key.id);
  return Buffer.concat([Buffer.from([formatVersion, id.length]), id, iv, ciphertext, cipher.getAuthTag()]);
}

/** @returns the id of the key that a file is encrypted with. */
export function keyIdOfBytes(encrypted: Buffer): string {
  return encrypted.subarray(2, 2 + (encrypted[1] ?? 0)).toString();
}

/**
 * Decrypts a file from `encryptBytes`.
 *
 * @throws Error when the file was changed, moved or encrypted with a key that the ring no longer holds.
 */
export function decryptBytes(ring: KeyRing, encrypted: Buffer, context: EncryptionContext): Buffer {
  const keyId = keyIdOfBytes(encrypted);
  const start = 2 + keyId.length;
  const key = ring.find(({ id }) => id === keyId);
  if (encrypted[0] !== formatVersion || !key || encrypted.length < start + ivBytes + tagBytes)
    throw new Error('An encrypted file names a key that is not in the ring.');
  const iv = encrypted.subarray(start, start + ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', key.secret, iv, { authTagLength: tagBytes })
    .setAAD(additionalData(context, key.id))
    .setAuthTag(encrypted.subarray(-tagBytes));
  return Buffer.concat([decipher.update(encrypted.subarray(start + ivBytes, -tagBytes)), decipher.final()]);
}
