import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { firstUnansweredStep, nextStep } from '@claimdesk/forms/journey';
import { answeredSteps, hiddenFields } from '@claimdesk/forms/validate';
import type { Referral } from '#api/casework/referral.ts';
import type { SentForm } from '#api/casework/submissions/store-submission.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { formTokenAge } from '#api/platform/keys/form-token.ts';
import { errorLocation } from '#api/platform/log.ts';
import { refuseRobots } from '#api/platform/robots/refuse-robots.ts';
import { type IntakeContext, submissionKey } from './browser-drafts.ts';
import { closeDraft } from './drafts.ts';
import type { PostedStep, Problems, Saved } from './posted-step.ts';
import { submissionHandlers } from './submission-handlers.ts';
import { sendLocked } from './submission-lock.ts';

interface AcceptedStep {
  posted: PostedStep;
  definition: FormDefinition;
  /** All answers so far, including this step's. */
  answers: Answers;
  referral: Referral | undefined;
  secret: string;
  shared: boolean;
  problems: Problems;
}

/** Decides where to go after a valid step; the last step sends the whole form. */
export async function advance(accepted: AcceptedStep, context: IntakeContext): Promise<Saved> {
  const { posted, definition, answers, problems } = accepted;
  const hidden = hiddenFields(definition, answers);
  const unanswered = firstUnansweredStep(definition, hidden, answeredSteps(definition, answers));
  const last = definition.ui.steps.at(-1)?.id ?? posted.step;
  if (posted.step !== last) {
    const next = posted.change ? undefined : nextStep(definition, hidden, posted.step);
    return { kind: 'next', step: (next ?? unanswered)?.id ?? last };
  }
  if (unanswered) return { kind: 'next', step: unanswered.id };
  try {
    return { kind: 'sent', ...(await send(accepted, context)), shared: accepted.shared };
  } catch (error) {
    if (!(error instanceof DomainError)) {
      context.deps.log.error('submission failed', { form: posted.form, error: errorLocation(error) });
      return problems('unavailable', definition.ui.submitErrorTitle, definition.ui.submitErrorText);
    }
    const code = error.code === 'too-many' || error.code === 'unavailable' ? error.code : 'bad-input';
    return problems(code, error.title ?? definition.ui.submitErrorTitle, error.message, error.fields);
  }
}

function send(accepted: AcceptedStep, context: IntakeContext): Promise<{ reference: string }> {
  const { posted, secret } = accepted;
  return sendLocked({ secret, form: posted.form }, context.deps, () => sendNow(accepted, context));
}

async function sendNow(
  { posted: { form, proof, honeypot, token }, answers, referral, secret, shared }: AcceptedStep,
  context: IntakeContext,
): Promise<{ reference: string }> {
  const { deps, address } = context;
  const key = submissionKey(form, secret);
  const openMs = formTokenAge(token, new Date());
  await refuseRobots({ purpose: form, proof, honeypot, openMs, by: key }, context);
  await deps.limits.reserve('publicForm', address);
  const inSameTransaction: SentForm['inSameTransaction'] = (reference, session) =>
    closeDraft({ secret, form, reference, shared }, deps, session);
  const sent = { answers, referral, agreement: context.agreement, key, inSameTransaction };
  return submissionHandlers[form].submit(sent, context);
}
