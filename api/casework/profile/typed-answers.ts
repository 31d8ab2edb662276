import type { RequestContext } from '#api/platform/context.ts';
import { decryptTyped, encryptTyped, type TypedAnswers, type TypedKind } from './encrypt-typed.ts';

// Called by procedures: typed answers that could not be saved are in a cookie.

const cookie = 'client-typed';
/** Seconds: a client who is logged out in the evening can continue in the morning. */
const maxAge = 24 * 60 * 60;

type Context = Pick<RequestContext, 'cookies' | 'deps'>;

/** Keeps typed answers in the browser, encrypted for one client. */
export function keepTyped(typed: TypedAnswers & { owner: string }, { cookies, deps }: Context): void {
  const encrypted = encryptTyped(typed, deps);
  if (encrypted) cookies.set(cookie, encrypted, { sameSite: 'Strict', maxAge });
}

/** @returns what the client typed into a form of this kind; null when there is nothing, or it is another client's. */
export function readTyped(
  form: { client: string; kind: TypedKind },
  { cookies, deps }: Context,
): TypedAnswers | null {
  return decryptTyped({ ...form, encrypted: cookies.get(cookie) }, deps);
}

/** Forgets what the client typed into a form of this kind, once it is saved. */
export function forgetTyped(form: { client: string; kind: TypedKind }, context: Context): void {
  if (readTyped(form, context)) context.cookies.clear(cookie);
}
