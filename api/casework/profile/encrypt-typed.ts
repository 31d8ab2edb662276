import type { Deps } from '#api/platform/deps.ts';
import { decrypt, encrypt } from '#api/platform/keys/encrypt.ts';
import { fingerprint } from '#api/platform/keys/fingerprint.ts';
import { profileKindNames } from './profile-kinds.ts';

/** The portal forms whose answers are kept: those of the profile, and the one for sending documents. */
export const typedKinds = [...profileKindNames, 'papers'] as const;
export type TypedKind = (typeof typedKinds)[number];

/** Answers typed into a portal form that could not be saved because the session had ended. */
export interface TypedAnswers {
  kind: TypedKind;
  /** Of the entry that the form was opened with; 0 for a new one. */
  revision: number;
  /** The facility of a treatment. */
  facility?: string | undefined;
  answers: Record<string, unknown>;
}

/** Characters; browsers keep no larger cookie. The forms' own limits are far below. */
const maxCharacters = 4_000;

/** @returns the client's name in the client's forms. It means nothing to anybody else. */
export function ownerOf(client: string, { keys }: Pick<Deps, 'keys'>): string {
  return fingerprint(keys.fingerprints, 'typed answers', client);
}

/**
 * Encrypts typed answers for the browser, which keeps them. Only the client who opened the form gets them back. The server
 * stores nothing, so that strangers can't fill it.
 *
 * @param owner from `ownerOf`, as the form names it; with any other, nobody will read it.
 * @returns null when they are too long for a cookie.
 */
export function encryptTyped(
  { owner, ...typed }: TypedAnswers & { owner: string },
  { keys }: Pick<Deps, 'keys'>,
): string | null {
  const encrypted = encrypt(keys.fields, JSON.stringify(typed), contextFor(owner));
  return encrypted.length <= maxCharacters ? encrypted : null;
}

/** @returns what the client typed into a form of this kind; null when there is nothing, or it is another client's. */
export function decryptTyped(
  { client, kind, encrypted }: { client: string; kind: TypedKind; encrypted: string | undefined },
  { keys }: Pick<Deps, 'keys'>,
): TypedAnswers | null {
  if (!encrypted) return null;
  try {
    const context = contextFor(ownerOf(client, { keys }));
    const typed: TypedAnswers = JSON.parse(decrypt(keys.fields, encrypted, context));
    return typed.kind === kind ? typed : null;
  } catch {
    // Another client's, or encrypted with a key that is gone.
    return null;
  }
}

function contextFor(owner: string) {
  return { collection: 'cookies', field: 'client-typed', document: owner };
}
