import { mongo } from 'mongoose';
import { readFirm } from '../content/read-site.ts';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { type Proof, readProof } from './challenge.ts';
import { spentChallengeModel } from './spent-challenge.model.ts';

/** Without a proof, a page that was sent sooner than this was not read by a person. */
const soonestMs = 5_000;

export interface Sending {
  /** What is sent: a challenge for one thing does not open another. */
  purpose: string;
  /** The solved challenge; empty where the browser ran no script. */
  proof: string;
  /** A field that people don't meet. */
  trap: string;
  /** How long the page was open, by our own clock; undefined where there is no page. */
  openMs: number | undefined;
  /** The same for every attempt to send the same thing. */
  by: string;
}

/**
 * Lets people pass, with script or without (docs/decisions/021): who brings a fresh proof of work passes; who brings none
 * passes seldom, and only from a page that was open for a while.
 *
 * @throws DomainError `bad-input` or `too-many`, with what to do instead.
 */
export async function refuseRobots(sending: Sending, context: RequestContext): Promise<void> {
  const { deps } = context;
  if (sending.trap !== '') throw await callUs('bad-input', context);
  if (await isProven(sending, context)) return;
  if (sending.openMs === undefined) throw await callUs('bad-input', context);
  if (sending.openMs < soonestMs) {
    throw new DomainError(
      'bad-input',
      'This page was sent within seconds, so we could not tell if a person sent it. Your answers are still here. Check them, then press the button again.',
      { title: 'Please press the button again' },
    );
  }
  try {
    await deps.limits.reserve('unprovenForm', context.address);
  } catch (error) {
    throw error instanceof DomainError ? await callUs('too-many', context) : error;
  }
}

/** @returns whether the proof fits what is sent and was not used for anything else; from now on it is used for this. */
export async function isProven(
  { proof: given, purpose, by }: Pick<Sending, 'proof' | 'purpose' | 'by'>,
  { deps }: Pick<RequestContext, 'deps'>,
): Promise<boolean> {
  const proof = await readProof(deps.keys.forms, given, purpose);
  return proof !== undefined && (await spend(proof, by, { deps }));
}

/** @returns whether the challenge was not used yet, or only for this very thing. */
async function spend(
  { challenge, expires }: Proof,
  by: string,
  { deps }: Pick<RequestContext, 'deps'>,
): Promise<boolean> {
  const model = spentChallengeModel(deps.portal);
  try {
    await model.create({ _id: challenge, by, expires_at: expires });
    return true;
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== 11000) throw error;
    return (await model.exists({ _id: challenge, by })) !== null;
  }
}

async function callUs(
  code: 'bad-input' | 'too-many',
  { deps }: Pick<RequestContext, 'deps'>,
): Promise<DomainError> {
  const { phone } = await readFirm(deps);
  return new DomainError(
    code,
    `We could not tell if a person sent this form, so we did not take it. Your answers are kept. Please call us${phone ? ` at ${phone}` : ''} and we will take them down for you, or try again in an hour.`,
    { title: 'We could not take this form' },
  );
}
