import { caseworkLimits } from '#api/casework/limits.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import { checkFormToken } from '#api/platform/keys/form-token.ts';
import { networkOf } from '#api/platform/limits/network-of.ts';
import { isProven } from '#api/platform/robots/refuse-robots.ts';
import { type IntakeContext, submissionKey } from './browser-drafts.ts';
import { draftsCollection } from './draft.model.ts';
import type { PostedStep } from './posted-step.ts';

interface Admission {
  /** Whether the draft is kept for one day only. */
  brief: boolean;
  /** How long its sender waits before that. */
  waitMs: number;
}

export type AdmittedStep = PostedStep & Pick<Admission, 'brief'>;

const slotMs = 5_000;
const maxWaitMs = 15_000;

/** When each network may begin its next draft, in this process. */
const nextSlot = new Map<string, number>();

/**
 * Lets a visitor begin a draft. This is free up to an hourly limit per network and overall. Above it, a visitor who
 * solves the proof of work on the page is never refused; without JavaScript, visitors from one network queue for a few
 * seconds each. Drafts begun this way are kept for one day unless the visitor asks to finish later.
 *
 * @returns what is to be waited for outside of every queue, since nobody else has to.
 * @throws DomainError `too-many` when more than three from one network are already waiting; the page keeps what was
 * typed.
 */
export async function admitDraft(
  { form, token, proof }: Pick<PostedStep, 'form' | 'token' | 'proof'>,
  { deps, drafts, address }: IntakeContext,
): Promise<Admission> {
  const free = { brief: false, waitMs: 0 };
  const secret = drafts.secretOf(form);
  // This post will be refused anyway, so it begins no draft.
  if (!secret || !checkFormToken(deps.keys.forms, token, secret, form, new Date())) return free;
  if (await draftsCollection.model(deps.portal).exists({ _id: hashSecret(secret) })) return free;
  try {
    await deps.limits.reserve(caseworkLimits.beginDraft, address);
    return free;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'too-many') throw error;
  }
  const proven = await isProven({ proof, purpose: form, by: submissionKey(form, secret) }, { deps });
  return { brief: true, waitMs: proven ? 0 : takeSlot(networkOf(address)) };
}

/** @returns in how many milliseconds it begins. */
function takeSlot(network: string): number {
  const now = Date.now();
  for (const [other, at] of nextSlot) if (at <= now) nextSlot.delete(other);
  const slot = nextSlot.get(network) ?? now;
  if (slot - now > maxWaitMs) {
    throw new DomainError(
      'too-many',
      'Very many people from your network fill in this form at this moment. Your answers are still here. Please press the button again in a minute, or call us.',
      { title: 'Please wait a minute' },
    );
  }
  nextSlot.set(network, slot + slotMs);
  return slot - now;
}
