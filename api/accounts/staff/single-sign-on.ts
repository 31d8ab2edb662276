import * as oidc from 'openid-client';
import { z } from 'zod';
import type { SignedIn } from '#api/accounts/sessions.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { isLoopback, type Settings } from '#api/platform/settings.ts';
import { openSession } from './open-session.ts';
import { changeAndTell } from './security-email.ts';
import { isActive, type Staff, staffCollection, withoutLink } from './staff.model.ts';

// OpenID Connect with the authorization code flow, PKCE, state and nonce. The provider is the firm's own and decides how its
// people sign in; which of them have an account here, and its role, is decided here.

/** Where the provider sends the browser back to. */
const returnPath = '/admin/login/sso/return';

/** How long a sign-in at the provider may take. */
export const singleSignOnSeconds = 10 * 60;

/** How long ago the provider may have checked its user, where the user was to be asked again. */
const freshSeconds = 5 * 60;

/** What the browser keeps while its user is at the provider, in a cookie. */
const startedShape = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  /** Whether the provider has to ask its user again. */
  again: z.boolean(),
});

/** The firm's provider, if the settings name one. */
export interface SingleSignOn {
  /** Completes "Log in with …". */
  name: string;
  /** Reads what the provider says of itself, once; after a failure the next call tries again. */
  configuration(): Promise<oidc.Configuration>;
}

/** @returns the provider of the settings; null without one. */
export function makeSingleSignOn(settings: Settings): SingleSignOn | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = settings;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) return null;
  const issuer = new URL(OIDC_ISSUER);
  // The settings allow http for a provider on this machine only.
  const execute = isLoopback(issuer) ? [oidc.allowInsecureRequests] : [];
  let found: Promise<oidc.Configuration> | undefined;
  return {
    name: OIDC_NAME,
    configuration() {
      found ??= oidc
        .discovery(issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, undefined, { execute, timeout: 10 })
        .catch((error: unknown) => {
          found = undefined;
          throw error;
        });
      return found;
    },
  };
}

/**
 * Begins a sign-in at the provider.
 *
 * @param again whether the provider has to ask its user again, to confirm who they are.
 * @returns the provider's address for the browser, and what the browser has to bring back.
 * @throws DomainError `not-found` without a provider, `unavailable` when it does not answer.
 */
export async function beginSingleSignOn(
  { next, again }: { next: string; again: boolean },
  deps: Pick<Deps, 'singleSignOn' | 'settings' | 'log'>,
): Promise<{ url: string; started: string }> {
  const configuration = await reach(deps);
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: deps.settings.PUBLIC_URL + returnPath,
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(again ? { prompt: 'login', max_age: '0' } : {}),
  });
  return { url: url.href, started: encode({ state, nonce, verifier, next, again }) };
}

/**
 * Signs in whom the provider has sent back. The first time, an account is found by the email address that the provider has
 * verified; from then on by the provider's name for the person, so that a reused address opens nobody else's account.
 *
 * @param query that the browser came back with. @param started what `beginSingleSignOn` gave it.
 * @returns the secrets of the new session and of the browser, and where to go.
 * @throws DomainError `bad-input` for an answer to another browser, or a refusal of the provider; `forbidden` for somebody
 * without an active account here; `unavailable` when the provider does not answer.
 */
export async function finishSingleSignOn(
  request: { query: string; started: string; deviceSecret: string | undefined },
  deps: Deps,
): Promise<SignedIn & { next: string }> {
  const started = decode(request.started);
  if (!started) throw startAgain();
  const configuration = await reach(deps);
  const back = new URL(`${deps.settings.PUBLIC_URL + returnPath}?${request.query}`);
  const { state, nonce, verifier, next, again } = started;
  const tokens = await oidc
    .authorizationCodeGrant(configuration, back, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(again ? { maxAge: freshSeconds } : {}),
    })
    .catch((error: unknown) => {
      throw reportFailure(error, deps);
    });
  const claims = tokens.claims();
  if (!claims) throw startAgain();
  const known = await staffCollection
    .model(deps.portal)
    .findOne({ sso_subject: subjectOf(claims) })
    .lean<Staff>();
  const account = known ?? (await findByEmail(claims, configuration, tokens.access_token, deps));
  if (!account || !isActive(account)) throw noAccount();
  const { deviceSecret } = request;
  const browser = { deviceSecret, way: 'single sign-on', confirmedAt: authenticatedAt(claims) } as const;
  return { ...(await openSession(account, browser, deps)), next };
}

/**
 * @returns when the provider last made its user show who they are. It signs in without asking whoever has a session there, and
 * must say when it asked only where `again` demanded it; otherwise nobody knows, and nothing counts as confirmed.
 */
function authenticatedAt({ auth_time }: oidc.IDToken): Date {
  return new Date(Math.min((auth_time ?? 0) * 1000, Date.now()));
}

/**
 * @returns the account that is invited with the email address, from now on tied to this person, whose invitation is then used;
 * null without one.
 */
async function findByEmail(
  claims: oidc.IDToken,
  configuration: oidc.Configuration,
  accessToken: string,
  deps: Pick<Deps, 'portal' | 'keys' | 'readFirm' | 'log'>,
): Promise<Staff | null> {
  // Providers may leave the address out of the ID token.
  const { email, email_verified } =
    claims.email === undefined
      ? await oidc.fetchUserInfo(configuration, accessToken, claims.sub).catch((error: unknown) => {
          throw reportFailure(error, deps);
        })
      : claims;
  if (email_verified !== true || typeof email !== 'string') return null;
  const model = staffCollection.model(deps.portal);
  const active = { sso_subject: null, disabled_at: null };
  const invited = await model.findOne({ email: email.trim().toLowerCase(), ...active }).lean();
  if (!invited) return null;
  const { _id } = invited;
  const update = { $set: { sso_subject: subjectOf(claims) }, ...withoutLink };
  const tied = { staffId: _id, change: 'single-sign-on' } as const;
  const isTied = await changeAndTell(tied, deps, async (session) => {
    const { modifiedCount } = await model.updateOne({ _id, ...active }, update, { session });
    return modifiedCount > 0;
  });
  return isTied ? model.findById(_id).lean<Staff>() : null;
}

/** @returns the provider's name for a person, which no other provider can give. */
function subjectOf({ iss, sub }: oidc.IDToken): string {
  return `${iss} ${sub}`;
}

async function reach({ singleSignOn, log }: Pick<Deps, 'singleSignOn' | 'log'>): Promise<oidc.Configuration> {
  if (!singleSignOn) throw new DomainError('not-found', 'This way to log in is not set up.');
  return singleSignOn.configuration().catch((error: unknown) => {
    throw reportFailure(error, { log });
  });
}

/** Logs the class of the failure: messages of a provider may name people. */
function reportFailure(error: unknown, { log }: Pick<Deps, 'log'>): DomainError {
  const refused = error instanceof oidc.AuthorizationResponseError;
  const code = error instanceof oidc.ClientError ? error.code : undefined;
  const name = error instanceof Error ? error.name : typeof error;
  log.error('single sign-on failed', { error: code ? `${name} ${code}` : name });
  if (refused)
    return new DomainError('bad-input', 'The login was cancelled or refused there.', {
      title: 'Login Failed',
    });
  // What `fetch` throws when nobody answers, and what the library does after waiting.
  if (error instanceof TypeError || code === 'OAUTH_TIMEOUT') {
    const text = 'Your organization’s login does not answer at the moment. Try again in a few minutes.';
    return new DomainError('unavailable', text, { title: 'Login Failed' });
  }
  return startAgain();
}

function startAgain(): DomainError {
  const text = 'That took too long, or began in another browser. Please log in again.';
  return new DomainError('bad-input', text, { title: 'Please start again' });
}

function noAccount(): DomainError {
  const text =
    'Nobody has invited you to the back office with this account. Ask an administrator, or log in another way.';
  return new DomainError('forbidden', text, { title: 'Login Failed' });
}

function encode(started: z.infer<typeof startedShape>): string {
  return Buffer.from(JSON.stringify(started)).toString('base64url');
}

function decode(text: string): z.infer<typeof startedShape> | null {
  try {
    return startedShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return null;
  }
}
