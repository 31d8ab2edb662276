import type { Deps } from '#api/platform/deps.ts';
import type { CookieJar } from '#api/platform/http/cookies.ts';
import { decrypt, encrypt } from '#api/platform/keys/encrypt.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { profileKindNames } from './profile-kinds.ts';

/** The forms of the portal whose words are kept: those of the profile, and the one that documents are sent with. */
export const typedKinds = [...profileKindNames, 'papers'] as const;
export type TypedKind = (typeof typedKinds)[number];

/** What was typed into a form of the portal and could not be saved, because the session had ended. */
export interface TypedAnswers {
  kind: TypedKind;
  /** Of the entry that the form was opened with; 0 for a new one. */
  revision: number;
  /** The facility of a treatment. */
  facility?: string | undefined;
  answers: Record<string, unknown>;
}

interface Context {
  deps: Pick<Deps, 'keys'>;
  cookies: CookieJar;
}

const cookie = 'client-typed';
/** Seconds: whoever is logged out in the evening can go on in the morning. */
const maxAge = 24 * 60 * 60;
/** Characters; browsers keep no larger cookie. The forms' own limits are far below. */
const largestCookie = 4_000;

/** @returns the name of a client in the forms that the client opens. It says nothing to anybody else. */
export function ownerOf(client: string, { keys }: Pick<Deps, 'keys'>): string {
  return fingerprint(keys.fingerprints, 'typed answers', client);
}

/**
 * Keeps what somebody typed in the browser itself, in a cookie that only we can decrypt, and only for the client who opened
 * the form. The server stores nothing, so that strangers can't fill it.
 *
 * @param owner from `ownerOf`, as the form names it; with any other, nobody will read it.
 */
export function keepTyped(
  { owner, ...typed }: TypedAnswers & { owner: string },
  { deps, cookies }: Context,
): void {
  const value = encrypt(deps.keys.fields, JSON.stringify(typed), addressFor(owner));
  if (value.length <= largestCookie) cookies.set(cookie, value, { sameSite: 'Strict', maxAge });
}

/** @returns what the client typed into a form of this kind; null when there is nothing, or it is somebody else's. */
export function readTyped(
  { client, kind }: { client: string; kind: TypedKind },
  { deps, cookies }: Context,
): TypedAnswers | null {
  const kept = cookies.get(cookie);
  if (!kept) return null;
  try {
    const typed: TypedAnswers = JSON.parse(
      decrypt(deps.keys.fields, kept, addressFor(ownerOf(client, deps))),
    );
    return typed.kind === kind ? typed : null;
  } catch {
    // Another client's, or encrypted with a key that is gone.
    return null;
  }
}

/** Forgets what the client typed into a form of this kind, once it is saved. */
export function forgetTyped(form: { client: string; kind: TypedKind }, context: Context): void {
  if (readTyped(form, context)) context.cookies.clear(cookie);
}

function addressFor(owner: string) {
  return { collection: 'cookies', field: cookie, document: owner };
}
