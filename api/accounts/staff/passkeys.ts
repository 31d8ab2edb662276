import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import ipaddr from 'ipaddr.js';
import { trusted } from 'mongoose';
import { z } from 'zod';
import type { SignedIn } from '#api/accounts/sessions.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Key } from '#api/platform/keys/key-ring.ts';
import { usedChallengesCollection } from '#api/platform/robots/used-challenge.model.ts';
import { openSession } from './open-session.ts';
import { changeAndTell } from './security-email.ts';
import { isActive, type Passkey, type Staff, staffCollection } from './staff.model.ts';

// Passkeys as Web Authentication Level 3 has them. The device checks its user by fingerprint, face or PIN, so a passkey
// counts for password and code together.

/** More than anybody carries. */
const mostPasskeys = 10;

/** Signatures that devices in use make: EdDSA, ES256 and RS256. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Longer than a page with the button stays open in use. */
const challengeLifetimeMs = 60 * 60 * 1000;

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'settings'>;

/** The outline of what a browser answers; the library checks the rest. */
const answerShape = z.object({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});

/** The longest JSON of a passkey's answer: some devices add certificates. */
const longestAnswer = 16_000;

/** @returns whether this address can have passkeys: browsers bind them to a host name. */
export function hasPasskeys({ settings }: Pick<Deps, 'settings'>): boolean {
  return !ipaddr.isValid(hostOf(settings));
}

/** A passkey as its owner sees it. */
export interface ListedPasskey {
  id: string;
  name: string;
  /** ISO 8601. */
  addedAt: string;
  /** ISO 8601; null if it was never used. */
  lastUsedAt: string | null;
}

export function presentPasskeys({ passkeys = [] }: Pick<Staff, 'passkeys'>): ListedPasskey[] {
  return passkeys.map(({ id, name, added_at, last_used_at }) => ({
    id,
    name,
    addedAt: added_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }));
}

export async function offerPasskey(
  staffId: string,
  deps: Dependencies,
): Promise<Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>> {
  const {
    _id,
    name,
    email = '',
    passkeys = [],
  } = await staffCollection.model(deps.portal).findById(staffId).lean().orFail();
  const { extensions, ...offered } = await generateRegistrationOptions({
    rpName: 'Back office',
    rpID: hostOf(deps.settings),
    userID: new TextEncoder().encode(_id),
    userName: email,
    userDisplayName: name,
    challenge: makeChallenge(`add ${staffId}`, deps),
    excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return offered;
}

/**
 * Adds a passkey that the browser has made.
 *
 * @param name for its owner, to tell passkeys apart. @param answer JSON of the browser's answer.
 * @throws DomainError `bad-input` for an answer to no question of ours; `conflict` for one that is known, or beyond ten.
 */
export async function addPasskey(
  { staffId, name, answer }: { staffId: string; name: string; answer: string },
  deps: Dependencies & Pick<Deps, 'readFirm'>,
): Promise<void> {
  const response = readAnswer<RegistrationResponseJSON>(answer);
  const purpose = `add ${staffId}`;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    supportedAlgorithmIDs,
    ...expected(purpose, deps),
  }).catch(refuse);
  if (!verified || !(await useChallenge(response, purpose, deps))) throw notRecognized();
  const { id, publicKey, counter } = registrationInfo.credential;
  const passkey: Passkey = {
    id,
    name,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: (registrationInfo.credential.transports ?? []).slice(0, 10),
    added_at: new Date(),
  };
  const isAdded = await changeAndTell({ staffId, change: 'passkey-added' }, deps, async (session) => {
    const { modifiedCount } = await staffCollection
      .model(deps.portal)
      .updateOne(
        { _id: staffId, [`passkeys.${mostPasskeys - 1}`]: trusted({ $exists: false }) },
        { $push: { passkeys: passkey } },
        { session },
      );
    return modifiedCount > 0;
  }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    throw new DomainError('conflict', 'This passkey is already on an account.');
  });
  if (!isAdded)
    throw new DomainError('conflict', `An account has at most ${mostPasskeys} passkeys. Remove one first.`);
}

/** Removes a passkey; one that is gone already is no error. */
export async function removePasskey(
  { staffId, passkey }: { staffId: string; passkey: string },
  deps: Pick<Deps, 'portal' | 'keys' | 'readFirm'>,
): Promise<void> {
  await changeAndTell({ staffId, change: 'passkey-removed' }, deps, async (session) => {
    const update = { $pull: { passkeys: { id: passkey } } };
    const model = staffCollection.model(deps.portal);
    const { modifiedCount } = await model.updateOne({ _id: staffId }, update, { session });
    return modifiedCount > 0;
  });
}

/**
 * @param staff the account that has to confirm its identity; null for a sign-in.
 * @returns what the browser needs to ask for a passkey.
 */
export async function askForPasskey(
  staff: Pick<Staff, '_id' | 'passkeys'> | null,
  deps: Dependencies,
): Promise<Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>> {
  const { passkeys = [] } = staff ?? {};
  const { extensions, ...question } = await generateAuthenticationOptions({
    rpID: hostOf(deps.settings),
    challenge: makeChallenge(staff ? `confirm ${staff._id}` : 'sign in', deps),
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'required',
  });
  return question;
}

/**
 * Signs in with a passkey, without password or code. Signatures can't be guessed, so no attempts are counted.
 *
 * @throws DomainError `bad-input` for an unknown passkey, a disabled account, or an answer to another site.
 */
export async function signInWithPasskey(
  { answer, deviceSecret }: { answer: string; deviceSecret: string | undefined },
  deps: Deps,
): Promise<SignedIn> {
  const staff = await checkPasskey(answer, 'sign in', deps);
  return openSession(staff, { deviceSecret, way: 'passkey' }, deps);
}

/** Checks that a passkey of this account answered. @throws DomainError `bad-input` otherwise. */
export async function confirmWithPasskey(
  { staffId, answer }: { staffId: string; answer: string },
  deps: Dependencies,
): Promise<void> {
  const staff = await checkPasskey(answer, `confirm ${staffId}`, deps);
  if (staff._id !== staffId) throw notRecognized();
}

async function checkPasskey(answer: string, purpose: string, deps: Dependencies): Promise<Staff> {
  const model = staffCollection.model(deps.portal);
  const response = readAnswer<AuthenticationResponseJSON>(answer);
  const staff = await model.findOne({ 'passkeys.id': response.id }).lean<Staff>();
  const passkey = staff?.passkeys?.find(({ id }) => id === response.id);
  if (!staff || !passkey || !isActive(staff)) throw notRecognized();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports,
    },
    ...expected(purpose, deps),
  }).catch(refuse);
  if (!verified || !(await useChallenge(response, purpose, deps))) throw notRecognized();
  await model.updateOne(
    { _id: staff._id, 'passkeys.id': passkey.id },
    {
      $set: {
        'passkeys.$.counter': authenticationInfo.newCounter,
        'passkeys.$.last_used_at': new Date(),
      },
    },
  );
  return staff;
}

function expected(purpose: string, { settings, keys }: Pick<Deps, 'settings' | 'keys'>) {
  return {
    expectedChallenge: (challenge: string) => readChallenge(challenge, purpose, keys) !== null,
    expectedOrigin: new URL(settings.PUBLIC_URL).origin,
    expectedRPID: hostOf(settings),
    requireUserVerification: true,
  };
}

function hostOf({ PUBLIC_URL }: Deps['settings']): string {
  return new URL(PUBLIC_URL).hostname;
}

/**
 * Signed instead of stored, so that opening the sign-in page stores nothing.
 *
 * @param purpose what the answer is for: an answer to another question counts for nothing.
 * @returns `kid.expiry.random.mac`
 */
function makeChallenge(purpose: string, { keys }: Pick<Deps, 'keys'>): string {
  const [key] = keys.forms;
  const expiry = (Date.now() + challengeLifetimeMs).toString(36);
  const random = randomBytes(16).toString('base64url');
  return `${key.id}.${expiry}.${random}.${sign(key, purpose, expiry, random)}`;
}

/** @param encoded as the browser returns it. @returns the challenge if it is ours, for this purpose and still valid. */
function readChallenge(
  encoded: string,
  purpose: string,
  keys: Deps['keys'],
): { random: string; expires: Date } | null {
  const [keyId, expiry = '', random = '', mac = ''] = Buffer.from(encoded, 'base64url').toString().split('.');
  const key = keys.forms.find(({ id }) => id === keyId);
  const expires = new Date(Number.parseInt(expiry, 36));
  if (!key || !(expires.getTime() > Date.now())) return null;
  const [actual, right] = [Buffer.from(mac), Buffer.from(sign(key, purpose, expiry, random))];
  return actual.length === right.length && timingSafeEqual(actual, right) ? { random, expires } : null;
}

function sign({ secret }: Key, ...parts: string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['passkey', ...parts]))
    .digest('base64url');
}

/** @returns whether the answered challenge was unused: a copied answer can't be used again. */
async function useChallenge(
  { response: { clientDataJSON } }: AuthenticationResponseJSON | RegistrationResponseJSON,
  purpose: string,
  { portal, keys }: Dependencies,
): Promise<boolean> {
  const challenge = readChallenge(decodeClientDataJSON(clientDataJSON).challenge, purpose, keys);
  if (!challenge) return false;
  try {
    await usedChallengesCollection.model(portal).create({
      _id: `passkey ${challenge.random}`,
      by: 'passkey',
      expires_at: challenge.expires,
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** @throws DomainError `bad-input` for anything but an answer of a browser; the library checks what is in it. */
function readAnswer<Answer>(json: string): Answer {
  if (json.length > longestAnswer) throw notRecognized();
  try {
    return answerShape.parse(JSON.parse(json)) as Answer;
  } catch {
    throw notRecognized();
  }
}

/** The library throws plain errors for whatever is wrong with an answer. */
function refuse(): never {
  throw notRecognized();
}

function notRecognized(): DomainError {
  const text = 'This passkey was not recognized, or it took too long. Please try again.';
  return new DomainError('bad-input', text, { title: 'Login Failed', fields: { passkey: text } });
}
