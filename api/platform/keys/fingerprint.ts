import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';

/** @returns a keyed fingerprint of personal data (a network address, an email address) to count by; it can't be reversed. */
export function fingerprint(ring: KeyRing, purpose: string, value: string): string {
  return createHmac('sha256', ring[0].secret).update(`${purpose}\n${value}`).digest('base64url');
}

/** @returns 32 random bytes, base64url: a secret that only its holder knows (session, draft, resume link). */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The format of `makeSecret`. */
export const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** @returns the hash that the database stores in place of a secret, so that a stolen dump can't be used to sign in. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
