import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Challenge } from 'altcha-lib';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { formatWait } from '#api/platform/limits/format-wait.ts';
import { networksOf } from '#api/platform/limits/network-of.ts';
import type { KnownBrowserRule } from '#api/platform/limits/rules.ts';
import { waitInQueue } from '#api/platform/limits/wait-in-queue.ts';
import { makeChallenge } from '#api/platform/robots/challenge.ts';
import { isProven } from '#api/platform/robots/refuse-robots.ts';
import { accountLimits } from './limits.ts';

/** The password sign-ins: to the back office and to the CMS. */
const gates = {
  staff: { limit: accountLimits.staffSignIn, purpose: 'staff-login' },
  cms: { limit: accountLimits.cmsSignIn, purpose: 'cms-login' },
} as const satisfies Record<string, { limit: KnownBrowserRule; purpose: string }>;
export type Gate = keyof typeof gates;

/** A stranger without a proof of work ranks after all with one. */
const rankWithoutWork = 1_000;

/** Networks with a request that is held back until its wait is over: one per network. */
const held = new Set<string>();

export interface Admission {
  /** The rank in the queue of strangers, see `makeFairQueue`: proofs of work come first, then networks with fewer failures. */
  rank: number;
  /** Takes the reservation back: the attempt did not fail, or was not made. */
  release(): Promise<void>;
}

/**
 * Reserves a sign-in attempt before anything is compared, so that simultaneous attempts can't exceed the limits together.
 *
 * A known browser has its own limit, which strangers can't use up. Everyone else is limited by network. While very many
 * attempts fail across all networks, strangers must also do work or wait in a queue.
 *
 * @param device the id of the known device, if it comes from one. @param proof the solved challenge, if there was one.
 * @param waitInRequest whether to wait within the request, for a third-party page that can't retry.
 * @throws DomainError `too-many` with how long to wait; nothing is charged unless the limit was used up already.
 */
export async function admit(
  gate: Gate,
  {
    device,
    proof,
    waitInRequest = false,
  }: { device: string | undefined; proof: string; waitInRequest?: boolean },
  { deps, address }: Pick<RequestContext, 'deps' | 'address'>,
): Promise<Admission> {
  const { limit, purpose } = gates[gate];
  if (device) {
    const attempt = await deps.limits.reserveForKnownBrowser(limit, device);
    return { rank: 0, release: attempt.succeeded };
  }
  const attempt = await deps.limits.reserve(limit, address);
  const admission = { rank: attempt.count, release: attempt.succeeded };
  if ((await deps.limits.pressure(limit)) === 'calm') return admission;
  if (await isProven({ proof, purpose, by: randomUUID() }, { deps })) return admission;
  const left = await (waitInRequest ? holdRequest : waitInQueue)(purpose, address, deps);
  if (left === 0) return { ...admission, rank: attempt.count + rankWithoutWork };
  await attempt.succeeded();
  throw new DomainError(
    'too-many',
    `Very many logins fail right now, so new devices take turns. Please wait ${formatWait(left)}, then try again.`,
    { title: 'Please wait a moment' },
  );
}

/** Holds the request until its queue position is due. @returns see `waitInQueue`: not 0 when another request of the network is held or came first. */
async function holdRequest(
  queue: string,
  address: string,
  deps: Pick<Deps, 'portal' | 'keys'>,
): Promise<number> {
  const left = await waitInQueue(queue, address, deps);
  const network = `${queue} ${networksOf(address).at(-1)}`;
  if (left === 0 || held.has(network)) return left;
  held.add(network);
  try {
    await wait(left);
    return await waitInQueue(queue, address, deps);
  } finally {
    held.delete(network);
  }
}

/** @returns the work that spares a stranger the wait, or null when there is no wait. */
export async function makeSignInChallenge(
  gate: Gate,
  { limits, keys }: Pick<Deps, 'limits' | 'keys'>,
): Promise<Challenge | null> {
  const { limit, purpose } = gates[gate];
  if ((await limits.pressure(limit)) === 'calm') return null;
  return makeChallenge(keys.forms, purpose, new Date());
}
