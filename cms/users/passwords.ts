import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import {
  APIError,
  AuthenticationError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeOperationHook,
  type PayloadRequest,
} from 'payload';
import type { User } from '../payload-types.ts';

const atLeast = 12;
const atMost = 200;
/** From 0 to 4; 3 means more than a hundred million guesses. */
const goodScore = 3;

type Given = Partial<Pick<User, 'email' | 'name'>> & { password?: unknown; currentPassword?: unknown };

/**
 * Before a password is set: it must be long and hard to guess, and people who change their own must enter the current one,
 * so that nobody takes over an account on an unlocked screen. An admin can set somebody else's without it.
 */
export const checkPassword: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'create' && operation !== 'update') return args;
  const given = args.data as Given | undefined;
  const id = 'id' in args ? args.id : undefined;
  if (given?.password && req.payloadAPI !== 'local' && operation === 'update') {
    if (!id) throw new APIError('Set passwords for one person at a time.', 400, null, true);
    if (String(id) === String(req.user?.id)) await requireCurrent(given.currentPassword, req);
  }
  // It is not a field of the user: it is neither stored nor returned.
  if (given) delete given.currentPassword;
  if (given?.password) {
    const fault = await findPasswordFault(given.password, [
      given.email,
      given.name,
      req.user?.email,
      req.user?.name,
    ]);
    if (fault) throw faultOf('password', fault);
  }
  return args;
};

/** A new password ends all other sessions of the user, so that whoever knew the old one is signed out. */
export const endOtherSessions: CollectionBeforeChangeHook<User> = ({ data, originalDoc, req }) => {
  if (!('password' in data && data.password)) return data;
  const own = (req.user as { _sid?: string } | null)?._sid;
  return { ...data, sessions: (originalDoc?.sessions ?? []).filter(({ id }) => id === own) };
};

let guesser: Promise<ZxcvbnFactory> | undefined;

/** @param personalWords that an attacker would try first. @returns what to do instead, or null. */
export async function findPasswordFault(
  password: unknown,
  personalWords: (string | null | undefined)[] = [],
): Promise<string | null> {
  if (typeof password !== 'string') return 'Type a password.';
  if ([...password].length < atLeast)
    return `Use at least ${atLeast} characters. Three or four words in a row work well.`;
  if (password.length > atMost) return `Use at most ${atMost} characters.`;
  guesser ??= loadGuesser();
  const words = ['claimdesk', ...personalWords]
    .flatMap((text) => [text ?? '', ...(text ?? '').split(/[\s@.]+/)])
    .filter(Boolean);
  const { score } = (await guesser).check(password, words);
  return score >= goodScore
    ? null
    : 'This password is easy to guess. Use three or four words that have nothing to do with each other.';
}

/** The lists of common passwords are large, so they are loaded when the first password is set. */
async function loadGuesser(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/** Checks it by signing in, because that counts wrong guesses; the new session ends with the change. */
async function requireCurrent(password: unknown, { payload, user }: PayloadRequest): Promise<void> {
  if (typeof password !== 'string' || password === '') {
    throw faultOf('currentPassword', 'Type the password that you use now.');
  }
  try {
    await payload.login({ collection: 'users', data: { email: user?.email ?? '', password } });
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
    throw faultOf('currentPassword', 'This is not the password that you use now.');
  }
}

/** Carries the message both for the field and as the error's own: Payload's would only name the field. */
function faultOf(path: string, message: string): APIError<{ errors: { message: string; path: string }[] }> {
  return new APIError(message, 400, { errors: [{ message, path }] }, true);
}
