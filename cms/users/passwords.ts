import {
  APIError,
  AuthenticationError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeOperationHook,
  type PayloadRequest,
} from 'payload';
import { confirmsPassword } from '../audit-events.ts';
import { contentModel } from '../mongoose-of.ts';
import type { User } from '../payload-types.ts';
import { findPasswordFault } from './password-rules.ts';

type Given = Partial<Pick<User, 'email' | 'name'>> & { password?: unknown; currentPassword?: unknown };

/**
 * Before a password is set: it must be long and hard to guess, and people who change their own must enter the current one,
 * so that an unlocked screen can't be used to take over an account. An admin can set another user's without it.
 *
 * Where an account has two-step login, changing its own password or email takes a code too, which the site checks: see
 * `proveEditor`. Every other change of an email is an admin's.
 */
export const checkPassword: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation === 'resetPassword') await checkPasswordByLink(args.data, req);
  if (operation !== 'create' && operation !== 'update') return args;
  const given = args.data as Given | undefined;
  const id = 'id' in args ? args.id : undefined;
  const byRequest = req.payloadAPI !== 'local' && operation === 'update';
  if (byRequest && !id && (given?.password || given?.email !== undefined))
    throw new APIError('Set passwords and email addresses for one person at a time.', 400, null, true);
  // MongoDB takes an id in capital letters or as 12 characters for the same one, and this must not.
  if (byRequest && id && !/^[0-9a-f]{24}$/.test(String(id)))
    throw new APIError('There is no account with this id.', 404, null, true);
  const own = byRequest && String(id) === String(req.user?.id);
  const hasTwoStep = req.user?.twoStep === true;
  if (own && given?.password && !hasTwoStep) await requireCurrent(given.currentPassword, req);
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
  // Last, because it is used up.
  if (own && hasTwoStep && (given?.password || isOtherEmail(given?.email, req))) await requireProof(req);
  return args;
};

function isOtherEmail(email: unknown, { user }: PayloadRequest): boolean {
  return email !== undefined && String(email).trim().toLowerCase() !== user?.email;
}

/** Uses up what the site stored for this session after the password and a code. */
async function requireProof({ payload, user }: PayloadRequest): Promise<void> {
  const { email, _sid = 'none' } = user as Guesser;
  const { matchedCount } = await contentModel<User>('users', payload).collection.updateOne(
    { email, [`provenUntil.${_sid}`]: { $gt: new Date() } },
    { $unset: { provenUntil: 1 } },
  );
  if (matchedCount > 0) return;
  throw faultOf('currentPassword', 'First confirm who you are, with your password and a code.');
}

/** Payload itself refuses a link that is unknown, used or expired; strangers' passwords are not worth judging. */
async function checkPasswordByLink(
  { token, password }: { token: string; password: string },
  { payload }: PayloadRequest,
): Promise<void> {
  const where = { resetPasswordToken: { equals: token } };
  const holder = await payload.db.findOne<User>({ collection: 'users', where });
  const fault = holder && (await findPasswordFault(password, [holder.email, holder.name]));
  if (fault) throw faultOf('password', fault);
}

/**
 * A new password ends all other sessions of the user, so that anyone who knew the old one is signed out. Another role ends all of
 * them: it may have to have two-step login, which is asked for at sign-in.
 */
export const endOtherSessions: CollectionBeforeChangeHook<User> = ({ data, originalDoc, req }) => {
  if (originalDoc && data.role !== undefined && data.role !== originalDoc.role)
    return { ...data, sessions: [] };
  if (!('password' in data && data.password)) return data;
  const own = (req.user as { _sid?: string } | null)?._sid;
  return { ...data, sessions: (originalDoc?.sessions ?? []).filter(({ id }) => id === own) };
};

/** Checks it by signing in; the new session ends with the change. */
async function requireCurrent(password: unknown, { payload, user }: PayloadRequest): Promise<void> {
  if (typeof password !== 'string' || password === '') {
    throw faultOf('currentPassword', 'Type the password that you use now.');
  }
  const guesses = guessesOf(user as Guesser, payload);
  const count = await guesses.count();
  if (count > mostGuesses) {
    // Again, because a sign-in at the same moment stores the sessions as it read them.
    await guesses.endSession();
    throw new APIError('You are signed out. Sign in again.', 403, null, true);
  }
  try {
    const data = { email: user?.email ?? '', password };
    await payload.login({ collection: 'users', data, context: { [confirmsPassword]: true } });
    await guesses.forget();
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
    if (count === mostGuesses) await guesses.endSession();
    throw faultOf('currentPassword', 'This is not the password that you use now.');
  }
}

type Guesser = Pick<User, 'email'> & { _sid?: string };

/** Wrong passwords per session: at a screen that was left open, nobody may keep guessing. */
const mostGuesses = 5;

/**
 * Counts passwords that are typed in a session before they are compared, so that guesses at the same moment count too. The
 * counts lie in the account beside its sessions, under the name of each, and Payload neither reads nor writes them.
 */
function guessesOf({ email, _sid = 'none' }: Guesser, payload: PayloadRequest['payload']) {
  const people = contentModel<User>('users', payload).collection;
  const person = { email };
  const counter = `passwordGuesses.${_sid}`;
  return {
    async count(): Promise<number> {
      const found = await people.findOneAndUpdate(
        person,
        { $inc: { [counter]: 1 } },
        { returnDocument: 'after', projection: { [counter]: 1 } },
      );
      return found?.passwordGuesses[_sid] ?? 0;
    },
    forget: () => people.updateOne(person, { $unset: { passwordGuesses: 1 } }),
    endSession: () => people.updateOne(person, { $pull: { sessions: { id: _sid } } } as object),
  };
}

/** Carries the message both for the field and as the error's own: Payload's would only name the field. */
function faultOf(path: string, message: string): APIError<{ errors: { message: string; path: string }[] }> {
  return new APIError(message, 400, { errors: [{ message, path }] }, true);
}
