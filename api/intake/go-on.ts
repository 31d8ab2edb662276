import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { firstUnansweredStep, nextStep } from '@claimdesk/forms/journey';
import { answeredSteps, hiddenFields } from '@claimdesk/forms/validate';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { formTokenAge } from '../keys/form-token.ts';
import { placeOf } from '../log.ts';
import { refuseRobots } from '../robots/refuse-robots.ts';
import type { SentForm } from '../submissions/store-submission.ts';
import { sendingKey } from './draft-cookie.ts';
import { closeDraft } from './drafts.ts';
import type { PostedStep, Problems, Saved } from './posted-step.ts';
import { receivers } from './receivers.ts';
import { sendInTurn } from './send-in-turn.ts';

interface Going {
  posted: PostedStep;
  definition: FormDefinition;
  /** All answers so far, those of this step among them. */
  answers: Answers;
  secret: string;
  problems: Problems;
}

/** Says where to go after a step that was right; the last step sends the whole form. */
export async function goOn(going: Going, context: RequestContext): Promise<Saved> {
  const { posted, definition, answers, problems } = going;
  const hidden = hiddenFields(definition, answers);
  const unanswered = firstUnansweredStep(definition, hidden, answeredSteps(definition, answers));
  const last = definition.ui.steps.at(-1)?.id ?? posted.step;
  if (posted.step !== last) {
    const next = posted.change ? undefined : nextStep(definition, hidden, posted.step);
    return { kind: 'next', step: (next ?? unanswered)?.id ?? last };
  }
  if (unanswered) return { kind: 'next', step: unanswered.id };
  try {
    return { kind: 'sent', ...(await send(going, context)) };
  } catch (error) {
    if (!(error instanceof DomainError)) {
      context.deps.log.error('submission failed', { form: posted.form, error: placeOf(error) });
      return problems(503, definition.ui.submitErrorTitle, definition.ui.submitErrorText);
    }
    const status = error.code === 'too-many' ? 429 : error.code === 'unavailable' ? 503 : 400;
    return problems(status, error.title ?? definition.ui.submitErrorTitle, error.message, error.fields);
  }
}

function send(going: Going, context: RequestContext): Promise<{ reference: string }> {
  const { posted, secret } = going;
  return sendInTurn({ secret, form: posted.form }, context.deps, () => sendNow(going, context));
}

async function sendNow(
  { posted: { form, proof, trap, token }, answers, secret }: Going,
  context: RequestContext,
): Promise<{ reference: string }> {
  const { deps, address } = context;
  const key = sendingKey(form, secret);
  const openMs = formTokenAge(token, new Date());
  await refuseRobots({ purpose: form, proof, trap, openMs, by: key }, context);
  await deps.limits.reserve('publicForm', address);
  const alongside: SentForm['alongside'] = (reference, session) =>
    closeDraft({ secret, form, reference }, deps, session);
  return receivers[form]({ answers, key, alongside }, deps, context);
}
