import { changeRows, decodeStep } from '@claimdesk/forms/decode';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import { getForm } from '@claimdesk/forms/registry';
import { validateStep } from '@claimdesk/forms/validate';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { checkFormToken } from '../keys/form-token.ts';
import { draftSecret, rememberDraft } from './draft-cookie.ts';
import { readDraft, writeDraft } from './drafts.ts';
import { goOn } from './go-on.ts';
import type { PostedStep, Problems, Saved } from './posted-step.ts';

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
  const rows = changeRows(definition, posted.step, posted.entries);
  const { answers: typed, unknown } = rows
    ? { answers: rows, unknown: [] }
    : decodeStep(definition, posted.step, posted.entries);
  const problems = problemsWith(typed);
  const secret = draftSecret(cookies, form);
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
  const unchecked = posted.later || rows !== undefined;
  const checked = unchecked ? { ok: true as const } : validateStep(definition, posted.step, answers);
  if (!checked.ok) {
    const { title, text } = describeProblem(definition.ui, checked.errors, answers);
    return problems(400, title, text, checked.errors);
  }
  if (!(await writeDraft(secret, form, answers, deps))) {
    const { reference = '' } = await readDraft(secret, form, deps);
    return { kind: 'sent', reference };
  }
  rememberDraft(cookies, form, secret);
  if (unchecked) return { kind: 'kept' };
  return goOn({ posted, definition, answers, secret, problems }, context);
}

function problemsWith(values: Answers): Problems {
  return (status, title, text, errors = {}) => ({ kind: 'problems', status, title, text, errors, values });
}

/** @returns the draft's answers with those of this step replaced; an answer taken away is gone. */
function withStep({ ui }: FormDefinition, step: string, draft: Answers, typed: Answers): Answers {
  const fields = ui.steps.find(({ id }) => id === step)?.fields ?? [];
  const others = Object.entries(draft).filter(([field]) => !fields.includes(field));
  return { ...Object.fromEntries(others), ...typed };
}
