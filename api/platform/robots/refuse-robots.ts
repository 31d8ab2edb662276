import type { RequestContext } from '#api/platform/context.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { formatWait } from '#api/platform/limits/format-wait.ts';
import { platformLimits } from '#api/platform/limits/rules.ts';
import { waitInQueue } from '#api/platform/limits/wait-in-queue.ts';
import { type Proof, readProof } from './challenge.ts';
import { usedChallengesCollection } from './used-challenge.model.ts';

/** Without a proof, a page that is sent sooner than this was not read by a person. */
const minOpenMs = 5_000;

export interface Sending {
  /** What is sent, such as a form's name: a challenge for one purpose does not work for another. */
  purpose: string;
  /** The solved challenge; empty when the browser ran no script. */
  proof: string;
  /** The value of a field that people can't see. */
  honeypot: string;
  /** How long the page was open, by our own clock; undefined when there is no page. */
  openMs: number | undefined;
  /** Identifies the submission: the same for every attempt to send it. */
  by: string;
}

/**
 * Lets people pass, with or without script (docs/decisions/021). A sender with a fresh proof of work passes. One without
 * passes only a few times an hour and from a page that was open for a while; in a flood of such forms, only after waiting
 * in a queue.
 *
 * @throws DomainError `bad-input` or `too-many`, with what to do instead.
 */
export async function refuseRobots(sending: Sending, context: RequestContext): Promise<void> {
  if (sending.honeypot !== '') throw await callUs('bad-input', context);
  if (await isProven(sending, context)) return;
  if (sending.openMs === undefined) throw await callUs('bad-input', context);
  if (sending.openMs < minOpenMs) {
    throw new DomainError(
      'bad-input',
      'This page was sent within seconds, so we could not tell if a person sent it. Your answers are still here. Check them, then press the button again.',
      { title: 'Please press the button again' },
    );
  }
  await admitUnproven(context);
}

/** Without a proof: a few an hour per network, and one at a time while very many arrive. */
async function admitUnproven(context: RequestContext): Promise<void> {
  const { deps, address } = context;
  const attempt = await deps.limits
    .reserve(platformLimits.unprovenForm, address)
    .catch(async (error: unknown) => {
      throw error instanceof DomainError ? await callUs('too-many', context) : error;
    });
  if ((await deps.limits.pressure(platformLimits.unprovenForm)) === 'calm') return;
  const left = await waitInQueue('unproven-form', address, deps);
  if (left === 0) return;
  await attempt.succeeded();
  throw new DomainError(
    'too-many',
    `Very many forms arrive at this moment, so we take one after the other. Your answers are still here. Please wait ${formatWait(left)}, then press the button again.`,
    { title: 'Please wait a moment' },
  );
}

/** Uses up a proof. @returns whether it is valid for this purpose and was not used for another submission before. */
export async function isProven(
  { proof: encoded, purpose, by }: Pick<Sending, 'proof' | 'purpose' | 'by'>,
  { deps }: Pick<RequestContext, 'deps'>,
): Promise<boolean> {
  const proof = await readProof(deps.keys.forms, encoded, purpose);
  return proof !== undefined && (await useOnce(proof, by, { deps }));
}

/** @returns whether the challenge was unused, or used for this same submission. */
async function useOnce(
  { challenge, expires }: Proof,
  by: string,
  { deps }: Pick<RequestContext, 'deps'>,
): Promise<boolean> {
  const model = usedChallengesCollection.model(deps.portal);
  try {
    await model.create({ _id: challenge, by, expires_at: expires });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return (await model.exists({ _id: challenge, by })) !== null;
  }
}

async function callUs(
  code: 'bad-input' | 'too-many',
  { deps }: Pick<RequestContext, 'deps'>,
): Promise<DomainError> {
  const { phone } = await deps.readFirm();
  return new DomainError(
    code,
    `We could not tell if a person sent this form, so we did not take it. Your answers are kept. Please call us${phone ? ` at ${phone}` : ''} and we will take them down for you, or try again in an hour.`,
    { title: 'We could not take this form' },
  );
}
