import { stepsInContext } from '@claimdesk/cms/second-step';
import type { User } from '@claimdesk/cms/types';
import { APIError, AuthenticationError, type Payload } from 'payload';
import { generatePayloadCookie } from 'payload/shared';
import { mayRetry } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { makeFairQueue } from '#api/platform/fair-queue.ts';

const busy = { text: 'Very many people sign in right now. Please try again in a minute.' };

/** Comparing a password takes a processor for a while: at most two at once, known browsers in their own queue. */
const comparePassword = makeFairQueue(2, {
  known: { maxWaiting: 20 },
  strangers: { maxWaiting: 1_000, newestFirst: true },
});

/** A session of the CMS, as Payload opened it. */
export interface EditorSession {
  /** Sets it in the browser, under the name by which the CMS knows it. */
  cookie: string;
  user: object;
  /** Milliseconds since 1970. */
  endsAt?: number;
}

interface Attempt {
  email: string;
  password: string;
  queue: 'known' | 'strangers';
  rank: number;
  /** Called when the password is right, before a session is stored; throws if that is not enough. May run several times. */
  passwordIsRight(user: User): Promise<void>;
}

/**
 * Has Payload compare the password and store a session.
 *
 * @throws DomainError `signed-out` for a wrong password, `forbidden` for an account that changed meanwhile, `bad-input`,
 * `unavailable` when the queue is full; whatever `passwordIsRight` throws.
 */
export function openSession(
  { queue, rank, ...attempt }: Attempt,
  deps: Pick<Deps, 'payload'>,
): Promise<EditorSession> {
  return comparePassword(queue, () => logIn(attempt, deps), { busy, rank });
}

async function logIn(
  { email, password, passwordIsRight }: Omit<Attempt, 'queue' | 'rank'>,
  { payload }: Pick<Deps, 'payload'>,
): Promise<EditorSession> {
  const start = performance.now();
  for (let triesLeft = 4; ; triesLeft -= 1) {
    let token = '';
    const context = stepsInContext({
      passwordIsRight,
      opened(signed) {
        token = signed;
      },
    });
    try {
      const data = { email, password };
      const { user, endsAt } = (await payload.login({
        collection: 'users',
        data,
        depth: 0,
        context,
        overrideAccess: false,
      })) as { user: object; endsAt?: number };
      return { cookie: cookieOf(token, payload), user, ...(endsAt ? { endsAt } : {}) };
    } catch (error) {
      // Payload fails when the same person signs in twice at once, and does not retry by itself.
      if (triesLeft === 0 || !mayRetry(error, 'TransientTransactionError', start)) throw inOurWords(error);
    }
  }
}

function cookieOf(token: string, { collections, config }: Payload): string {
  const { auth } = collections.users.config;
  return generatePayloadCookie({
    collectionAuthConfig: auth,
    cookiePrefix: config.cookiePrefix,
    token,
  });
}

function inOurWords(error: unknown): unknown {
  if (error instanceof AuthenticationError) return new DomainError('signed-out', error.message);
  if (!(error instanceof APIError) || error.status >= 500) return error;
  return new DomainError(error.status === 403 ? 'forbidden' : 'bad-input', error.message);
}

class PasswordIsRight extends Error {}

/** @returns whether it is the password of the account. Opens no session. */
export async function isPasswordOf(
  email: string,
  password: string,
  deps: Pick<Deps, 'payload'>,
): Promise<boolean> {
  const passwordIsRight = () => Promise.reject(new PasswordIsRight());
  try {
    await openSession({ email, password, queue: 'known', rank: 0, passwordIsRight }, deps);
  } catch (error) {
    if (error instanceof PasswordIsRight) return true;
    if (error instanceof DomainError && ['signed-out', 'bad-input'].includes(error.code)) return false;
    throw error;
  }
  return false;
}
