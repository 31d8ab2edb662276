import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';

/** A day: a form left open overnight still works in the morning. */
const lifetimeMs = 24 * 60 * 60 * 1000;

/**
 * A token for a native form, bound to the holder's cookie, so that another site can't post the form on their behalf.
 *
 * @param holder the secret in the visitor's cookie. @param form the form's name.
 * @returns `kid.expiry.mac`
 */
export function makeFormToken(ring: KeyRing, holder: string, form: string, now: Date): string {
  const [key] = ring;
  const expiry = (now.getTime() + lifetimeMs).toString(36);
  return `${key.id}.${expiry}.${mac(key.secret, holder, form, expiry)}`;
}

/** @returns whether we issued the token for this holder and form less than a day ago. */
export function checkFormToken(
  ring: KeyRing,
  token: string,
  holder: string,
  form: string,
  now: Date,
): boolean {
  const [keyId, expiry = '', signature = ''] = token.split('.');
  const key = ring.find(({ id }) => id === keyId);
  if (!key || !(Number.parseInt(expiry, 36) > now.getTime())) return false;
  const expected = Buffer.from(mac(key.secret, holder, form, expiry));
  const actual = Buffer.from(signature);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** @returns the age of a token that passed `checkFormToken`, in milliseconds: how long its page has been open. */
export function formTokenAge(token: string, now: Date): number {
  const [, expiry = ''] = token.split('.');
  return now.getTime() - (Number.parseInt(expiry, 36) - lifetimeMs);
}

function mac(secret: KeyObject, holder: string, form: string, expiry: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([holder, form, expiry]))
    .digest('base64url');
}
