import {
  APIError,
  type CollectionAfterLoginHook,
  type CollectionBeforeLoginHook,
  type PayloadRequest,
  type RequestContext,
} from 'payload';
import { confirmsPassword } from '../audit-events.ts';
import type { User } from '../payload-types.ts';

/** What the site does while somebody signs in. */
export interface SignInSteps {
  /** Once the password is right, before a session is stored. Throws if that is not enough. */
  passwordIsRight(user: User): Promise<void>;
  /** The signed token of the session. */
  opened(token: string): void;
}

const steps = 'steps of a sign-in';

/** @returns the context for Payload's `login`. No request can set it. */
export function stepsInContext(given: SignInSteps): RequestContext {
  return { [steps]: given };
}

function stepsOf({ context }: Pick<PayloadRequest, 'context'>): SignInSteps | undefined {
  return context[steps] as SignInSteps | undefined;
}

/**
 * Only the site has the keys of the second step, so nobody else can open a session of an account that has one: not the process
 * of the CMS, and no link.
 *
 * @throws APIError 403, with which Payload takes back what it stored.
 */
export const requireSecondStep: CollectionBeforeLoginHook<User> = async ({ req, user }) => {
  if (req.context[confirmsPassword]) return;
  const given = stepsOf(req);
  if (given) await given.passwordIsRight(user);
  else if (user.twoStep) throw new APIError('Log in with your password and a code.', 403, null, true);
};

export const tellToken: CollectionAfterLoginHook = ({ req, token }) => stepsOf(req)?.opened(token);
