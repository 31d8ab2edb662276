import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { decrypt, encrypt } from '#api/platform/keys/encrypt.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { profileKindNames } from './profile-kinds.ts';

/** The portal forms whose answers are kept: those of the profile, and the one for sending documents. */
export const typedKinds = [...profileKindNames, 'papers'] as const;
type TypedKind = (typeof typedKinds)[number];

/** Answers typed into a portal form that could not be saved because the session had ended. */
interface TypedAnswers {
  kind: TypedKind;
  /** Of the entry that the form was opened with; 0 for a new one. */
  revision: number;
  /** The facility of a treatment. */
  facility?: string | undefined;
  answers: Record<string, unknown>;
}

const cookie = 'client-typed';
/** Seconds: a client who is logged out in the evening can continue in the morning. */
const maxAge = 24 * 60 * 60;
/** Of the cookie; browsers keep no larger one. The forms' own limits are far below. */
const maxCharacters = 4_000;

type Context = Pick<RequestContext, 'cookies' | 'deps'>;

/** @returns the client's name in the client's forms. It means nothing to anybody else. */
export function ownerOf(client: string, { keys }: Pick<Deps, 'keys'>): string {
  return fingerprint(keys.fingerprints, 'typed answers', client);
}

/**
 * Keeps typed answers in the browser, encrypted, unless they are too long for a cookie. Only the client who opened the form gets
 * them back. The server stores nothing, so that strangers can't fill it.
 *
 * @param owner from `ownerOf`, as the form names it; with any other, nobody will read it.
 */
export function keepTyped(
  { owner, ...typed }: TypedAnswers & { owner: string },
  { cookies, deps }: Context,
): void {
  const encrypted = encrypt(deps.keys.fields, JSON.stringify(typed), placeFor(owner));
  if (encrypted.length <= maxCharacters) cookies.set(cookie, encrypted, { sameSite: 'Strict', maxAge });
}

/** @returns what the client typed into a form of this kind; null when there is nothing, or it is another client's. */
export function readTyped(
  { client, kind }: { client: string; kind: TypedKind },
  { cookies, deps }: Context,
): TypedAnswers | null {
  try {
    const text = decrypt(deps.keys.fields, cookies.get(cookie) ?? '', placeFor(ownerOf(client, deps)));
    const typed: TypedAnswers = JSON.parse(text);
    return typed.kind === kind ? typed : null;
  } catch {
    // There is nothing, or it is another client's, or encrypted with a key that is gone.
    return null;
  }
}

/** Forgets what the client typed into a form of this kind, once it is saved. */
export function forgetTyped(form: { client: string; kind: TypedKind }, context: Context): void {
  if (readTyped(form, context)) context.cookies.clear(cookie);
}

function placeFor(owner: string) {
  return { collection: 'cookies', field: 'client-typed', document: owner };
}
