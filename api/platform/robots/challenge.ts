import { createHmac, randomInt } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Key, KeyRing } from '#api/platform/keys/key-ring.ts';

/**
 * A solver tries keys in order up to a number between these two, which only we know. 150 to 250 keys of 6,000 rounds are
 * about 1.2 million rounds: a seventh of a second on a desktop and about ten times that on a cheap phone. Creating a
 * challenge costs us one key, checking a solution two hashes.
 */
const rounds = 6_000;
const [fewestKeys, mostKeys] = [150, 250];

/** Longer than filling in a page takes; the page asks for a new challenge before this one expires. */
export const challengeSeconds = 60 * 60;

/**
 * HTML holds no challenge, since making one costs about as much as everything else of a page, and most visitors only look: the page's
 * script asks for it later, once its visitor begins.
 */
export const challengeTime = z.enum(['now', 'later']);
export type ChallengeTime = z.infer<typeof challengeTime>;

/** Base64 of `{ challenge, solution }`, as ALTCHA solvers write it. */
export const longestProof = 4_000;

const proofShape = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      nonce: z.string().max(100),
      expiresAt: z.number(),
      data: z.strictObject({ purpose: z.string().max(60), key: z.string().max(20) }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(200) }),
});

export interface Proof {
  /** The same for every solution of one challenge. */
  challenge: string;
  expires: Date;
}

/**
 * @returns the work that a browser does before it sends a form.
 *
 * @param purpose what will be sent. @param times multiplies the usual work.
 */
export function makeChallenge(ring: KeyRing, purpose: string, now: Date, times = 1): Promise<Challenge> {
  const [key] = ring;
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    counter: randomInt(fewestKeys * times, mostKeys * times),
    deriveKey,
    expiresAt: Math.floor(now.getTime() / 1000) + challengeSeconds,
    data: { purpose, key: key.id },
    ...secretsOf(key),
  });
}

/** @returns the verified proof, or undefined when it is not ours, for another purpose, wrong or expired. */
export async function readProof(ring: KeyRing, proof: string, purpose: string): Promise<Proof | undefined> {
  const parsed = proofShape.safeParse(parseJson(Buffer.from(proof, 'base64').toString('utf8')));
  if (!parsed.success) return undefined;
  const { challenge, solution } = parsed.data as unknown as Payload;
  const { nonce, expiresAt, data } = parsed.data.challenge.parameters;
  const key = ring.find(({ id }) => id === data.key);
  if (!key || data.purpose !== purpose) return undefined;
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(key) });
  return verified ? { challenge: nonce, expires: new Date(expiresAt * 1000) } : undefined;
}

function secretsOf({ secret }: Key) {
  const derive = (label: string) => createHmac('sha256', secret).update(label).digest('hex');
  return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('solution') };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
