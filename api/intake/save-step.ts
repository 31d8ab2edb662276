import { decodeStep } from '@claimdesk/forms/decode';
import type { Answers, FieldErrors, FormDefinition } from '@claimdesk/forms/definition';
import { firstUnansweredStep, nextStep } from '@claimdesk/forms/journey';
import { describeProblem } from '@claimdesk/forms/messages';
import { getForm } from '@claimdesk/forms/registry';
import { answeredSteps, hiddenFields, validateStep } from '@claimdesk/forms/validate';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { hashSecret } from '../keys/fingerprint.ts';
import { checkFormToken } from '../keys/form-token.ts';
import { placeOf } from '../log.ts';
import { draftCookie, rememberDraft } from './draft-cookie.ts';
import { closeDraft, readDraft, writeDraft } from './drafts.ts';
import { type IntakeForm, receivers } from './receivers.ts';

export interface PostedStep {
  form: IntakeForm;
  step: string;
  /** As the browser posted it, in order. */
  entries: [name: string, value: string][];
  token: string;
  /** The visitor came to change one answer and wants to go back to checking them all. */
  change: boolean;
}

export type Saved =
  | { kind: 'next'; step: string }
  | { kind: 'sent'; reference: string }
  | {
      kind: 'problems';
      /** HTTP status of the page that shows them. */
      status: 400 | 403 | 429 | 503;
      title: string;
      text: string;
      errors: FieldErrors;
      /** What was typed, to be shown again: nothing is lost. */
      values: Answers;
    };

/**
 * Takes one posted step: checks it, keeps it in the draft and says where to go; the last step sends the whole form.
 *
 * Everything that can be wrong with a post is an outcome with our words, never an exception.
 */
export async function saveStep(posted: PostedStep, context: RequestContext): Promise<Saved> {
  const { deps, cookies } = context;
  const { form } = posted;
  const definition = getForm(form);
  if (!definition.ui.steps.some(({ id }) => id === posted.step)) {
    throw new DomainError('not-found', 'This form has no such step.');
  }
  const { answers: typed, unknown } = decodeStep(definition, posted.step, posted.entries);
  const problems = problemsWith(typed);
  const secret = cookies.get(draftCookie(form));
  if (!secret) {
    const text =
      'Your browser did not keep our cookie, so we could not save this answer. Allow cookies for this site and press Continue again, or call us.';
    return problems(400, 'Cookies are off', text);
  }
  if (!checkFormToken(deps.keys.forms, posted.token, secret, form, new Date())) {
    return problems(
      403,
      'Please press the button again',
      'This page was open for a long time. Your answers are still here.',
    );
  }
  const draft = await readDraft(secret, form, deps);
  if (draft.reference) return { kind: 'sent', reference: draft.reference };
  if (unknown.length > 0) {
    return problems(
      400,
      definition.ui.errorTitle,
      'This page sent something that the form does not ask for. Load it again.',
    );
  }
  const answers = withStep(definition, posted.step, draft.answers, typed);
  const checked = validateStep(definition, posted.step, answers);
  if (!checked.ok) {
    const { title, text } = describeProblem(definition.ui, checked.errors);
    return problems(400, title, text, checked.errors);
  }
  await writeDraft(secret, form, answers, deps);
  rememberDraft(cookies, form, secret);
  return goOn({ posted, definition, answers, secret, problems }, context);
}

type Problems = (
  status: Extract<Saved, { kind: 'problems' }>['status'],
  title: string,
  text: string,
  errors?: FieldErrors,
) => Saved;

function problemsWith(values: Answers): Problems {
  return (status, title, text, errors = {}) => ({ kind: 'problems', status, title, text, errors, values });
}

/** @returns the draft's answers with those of this step replaced; an answer taken away is gone. */
function withStep({ ui }: FormDefinition, step: string, draft: Answers, typed: Answers): Answers {
  const fields = ui.steps.find(({ id }) => id === step)?.fields ?? [];
  const others = Object.entries(draft).filter(([field]) => !fields.includes(field));
  return { ...Object.fromEntries(others), ...typed };
}

interface Going {
  posted: PostedStep;
  definition: FormDefinition;
  answers: Answers;
  secret: string;
  problems: Problems;
}

async function goOn(
  { posted, definition, answers, secret, problems }: Going,
  context: RequestContext,
): Promise<Saved> {
  const hidden = hiddenFields(definition, answers);
  const unanswered = firstUnansweredStep(definition, hidden, answeredSteps(definition, answers));
  const last = definition.ui.steps.at(-1)?.id ?? posted.step;
  if (posted.step !== last) {
    const next = posted.change ? undefined : nextStep(definition, hidden, posted.step);
    return { kind: 'next', step: (next ?? unanswered)?.id ?? last };
  }
  if (unanswered) return { kind: 'next', step: unanswered.id };
  try {
    return { kind: 'sent', ...(await send(posted.form, answers, secret, context)) };
  } catch (error) {
    if (!(error instanceof DomainError)) {
      context.deps.log.error('submission failed', { form: posted.form, error: placeOf(error) });
      return problems(503, definition.ui.submitErrorTitle, definition.ui.submitErrorText);
    }
    const status = error.code === 'too-many' ? 429 : error.code === 'unavailable' ? 503 : 400;
    return problems(status, error.title ?? definition.ui.submitErrorTitle, error.message, error.fields);
  }
}

async function send(
  form: IntakeForm,
  answers: Answers,
  secret: string,
  context: RequestContext,
): Promise<{ reference: string }> {
  const { deps, address } = context;
  await deps.limits.reserve('publicForm', address);
  return receivers[form](
    {
      answers,
      // Not the draft's own id, which is another hash of the same secret.
      key: hashSecret(`${form}:${secret}`),
      alongside: (reference, session) => closeDraft({ secret, form, reference }, deps, session),
    },
    deps,
    context,
  );
}
