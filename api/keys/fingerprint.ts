import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';

/** @returns a keyed fingerprint of personal data (an address, an e-mail) to count by, from which it can't be read back. */
export function fingerprint(ring: KeyRing, purpose: string, value: string): string {
  return createHmac('sha256', ring[0].secret).update(`${purpose}\n${value}`).digest('base64url');
}

/** @returns 32 random bytes, base64url: a secret that only its holder knows (session, draft, resume link). */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What such a secret looks like. */
export const madeSecret = /^[A-Za-z0-9_-]{43}$/;

/** @returns the form in which the database keeps such a secret: a stolen dump holds nothing that signs anybody in. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
