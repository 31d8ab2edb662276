import { changeRows, decodeStep } from '@claimdesk/forms/decode';
import type { Answers, FieldErrors, FormDefinition } from '@claimdesk/forms/definition';
import { firstUnansweredStep, nextStep, stepNamed } from '@claimdesk/forms/journey';
import { describeProblem } from '@claimdesk/forms/messages';
import { getForm } from '@claimdesk/forms/registry';
import { checkSizes } from '@claimdesk/forms/sizes';
import { answeredSteps, hiddenFields, rightWriteOnly, validateStep } from '@claimdesk/forms/validate';
import { isWriteOnly, withoutWriteOnly } from '@claimdesk/forms/write-only';
import { isRepresented } from '#api/casework/clients/is-represented.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Referral } from '#api/casework/referral.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { recordSigned } from '#api/casework/submissions/invite-to-sign.ts';
import type { SentForm } from '#api/casework/submissions/store-submission.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { makeSecret } from '#api/platform/keys/fingerprint.ts';
import { checkFormToken, formTokenAge } from '#api/platform/keys/form-token.ts';
import { errorLocation } from '#api/platform/log.ts';
import { refuseRobots } from '#api/platform/robots/refuse-robots.ts';
import type { AdmittedStep } from './admit-draft.ts';
import { type IntakeContext, submissionKey } from './browser-drafts.ts';
import { applyReferral, closeDraft, readDraft, writeDraft } from './drafts.ts';
import { withLetter } from './letter.ts';
import type { PostedStep, Problems, Saved } from './posted-step.ts';
import { countStep } from './step-counts.ts';
import { submissionHandlers } from './submission-handlers.ts';
import { sendLocked } from './submission-lock.ts';

/**
 * Handles one posted step: validates it, stores it in the draft and decides where to go; the last step sends the whole
 * form.
 *
 * Everything that can be wrong with a post is a `problems` outcome with a clear sentence, not an exception.
 */
export async function saveStep(asPosted: AdmittedStep, context: IntakeContext): Promise<Saved> {
  const { deps, drafts } = context;
  const { form } = asPosted;
  const definition = getForm(form);
  const step = stepNamed(definition, asPosted.step);
  if (!step) throw new DomainError('not-found', 'This form has no such step.');
  // A page that was open while its step was renamed posts under the old name.
  const posted = { ...asPosted, step: step.id };
  const rows = changeRows(definition, posted.step, posted.entries);
  const { answers: typed, unknown } = rows
    ? { answers: rows, unknown: [] }
    : decodeStep(definition, posted.step, posted.entries);
  const problems = problemsWith(definition, typed);
  const secret = drafts.secretOf(form);
  if (!secret) {
    const text =
      'Your browser did not keep our cookie, so we could not save this answer. Allow cookies for this site and press Continue again, or call us.';
    return problems('bad-input', 'Cookies are off', text);
  }
  if (!checkFormToken(deps.keys.forms, posted.token, secret, form, new Date())) {
    return problems(
      'forbidden',
      'Please press the button again',
      'This page was open for a long time. Your answers are still here.',
    );
  }
  const draft = await readDraft(secret, form, deps);
  if (draft.reference) return { kind: 'sent', reference: draft.reference, shared: draft.shared };
  if (unknown.length > 0) {
    return problems(
      'bad-input',
      definition.ui.errorTitle,
      'This page sent something that the form does not ask for. Load it again.',
    );
  }
  if (draft.moved) return beginAnew(posted, definition, typed, context);
  // The checkbox is on the first step, where leaving it unchecked is an answer.
  const isFirst = posted.step === definition.ui.steps[0]?.id;
  const shared = isFirst ? posted.shared : draft.shared;
  const retention = { shared, brief: draft.brief || posted.brief, resumable: draft.resumable };
  const known = isFirst ? withLetter(form, draft.answers, posted.letter) : draft.answers;
  const all = withStep(definition, posted.step, known, typed);
  const unchecked = posted.later || rows !== undefined;
  const answers = unchecked ? withoutWrongSecrets(definition, posted.step, all) : all;
  const checked = unchecked
    ? checkSizes(definition, posted.step, answers)
    : validateStep(definition, posted.step, answers);
  if (!checked.ok) {
    // Store valid write-only answers now: the page can't show them again, so they would have to be retyped.
    const right = rightWriteOnly(definition, posted.step, answers);
    if (Object.keys(right).some((name) => Object.hasOwn(typed, name))) {
      await writeDraft(secret, form, { ...draft.answers, ...right }, deps, retention);
      drafts.keep(form, secret, retention);
    }
    const { title, text } = describeProblem(definition.ui, checked.errors, answers);
    return problems('bad-input', title, text, checked.errors);
  }
  // Another tab sent it or another browser took it over just now, so start over with the current state.
  if (!(await writeDraft(secret, form, answers, deps, retention))) return saveStep(posted, context);
  if (isFirst) await applyReferral({ secret, form, posted: posted.attorney }, draft.referral, deps);
  drafts.keep(form, secret, retention);
  if (unchecked) return { kind: 'kept', empty: Object.keys(answers).length === 0 };
  return advance(
    { posted, definition, answers, referral: draft.referral, secret, shared, problems },
    context,
  );
}

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
async function advance(accepted: AcceptedStep, context: IntakeContext): Promise<Saved> {
  const { posted, definition, answers, problems, secret } = accepted;
  const hidden = hiddenFields(definition, answers);
  const unanswered = firstUnansweredStep(definition, hidden, answeredSteps(definition, answers));
  const last = definition.ui.steps.at(-1)?.id ?? posted.step;
  const { deps } = context;
  if (posted.step !== last) {
    await countStep({ secret, form: posted.form, step: posted.step }, deps);
    const next = posted.change ? undefined : nextStep(definition, hidden, posted.step);
    return { kind: 'next', step: (next ?? unanswered)?.id ?? last };
  }
  if (unanswered) return { kind: 'next', step: unanswered.id };
  try {
    const draft = { secret, form: posted.form };
    const sent = await sendLocked(draft, deps, () => send(accepted, context));
    await countStep({ ...draft, step: 'sent' }, deps);
    return { kind: 'sent', ...sent, shared: accepted.shared };
  } catch (error) {
    if (!(error instanceof DomainError)) {
      deps.log.error('submission failed', { form: posted.form, error: errorLocation(error) });
      return problems('unavailable', definition.ui.submitErrorTitle, definition.ui.submitErrorText);
    }
    const code = error.code === 'too-many' || error.code === 'unavailable' ? error.code : 'bad-input';
    return problems(code, error.title ?? definition.ui.submitErrorTitle, error.message, error.fields);
  }
}

async function send(
  { posted: { form, proof, honeypot, token }, answers, referral, secret, shared }: AcceptedStep,
  context: IntakeContext,
): Promise<{ reference: string }> {
  const { deps, address } = context;
  const key = submissionKey(form, secret);
  const openMs = formTokenAge(token, new Date());
  await refuseRobots({ purpose: form, proof, honeypot, openMs, by: key }, context);
  await deps.limits.reserve(caseworkLimits.publicForm, address);
  const inSameTransaction: SentForm['inSameTransaction'] = async (reference, session) => {
    const invited = await closeDraft({ secret, form, reference, shared }, deps, session);
    if (invited)
      await recordSigned(
        submissionKinds.evaluations,
        { invited, reference },
        { portal: deps.portal, session },
      );
  };
  const sent = {
    answers,
    referral,
    agreement: context.agreement,
    isRepresented: await isRepresented(context),
    key,
    inSameTransaction,
  };
  return submissionHandlers[form].submit(sent, context);
}

/**
 * Another browser took over the earlier answers, so this one begins a new draft with what was just typed, and goes to its
 * first unanswered question.
 */
async function beginAnew(
  { form, step, shared, brief, attorney, letter }: AdmittedStep,
  definition: FormDefinition,
  typed: Answers,
  { deps, drafts }: IntakeContext,
): Promise<Saved> {
  const secret = makeSecret();
  const retention = { shared, brief, resumable: false };
  const right = withoutWrongSecrets(definition, step, typed);
  const answers = withLetter(form, checkSizes(definition, step, right).ok ? right : {}, letter);
  await writeDraft(secret, form, answers, deps, retention);
  await applyReferral({ secret, form, posted: attorney }, undefined, deps);
  drafts.keep(form, secret, retention);
  const hidden = hiddenFields(definition, answers);
  const next = firstUnansweredStep(definition, hidden, answeredSteps(definition, answers));
  return { kind: 'next', step: next?.id ?? step, moved: true };
}

function problemsWith(definition: FormDefinition, typed: Answers): Problems {
  const values = withoutWriteOnly(definition, typed);
  return (code, title, text, errors = {}) => ({
    kind: 'problems',
    code,
    title,
    text,
    errors,
    values: { ...values, ...wrongDates(definition, typed, errors) },
  });
}

/** @returns the refused dates, which are not stored, for their sender to correct. */
function wrongDates({ ui }: FormDefinition, typed: Answers, errors: FieldErrors): Answers {
  const wrong = Object.entries(typed).filter(
    ([name]) => ui.fields[name]?.widget === 'date' && Object.hasOwn(errors, name),
  );
  return Object.fromEntries(wrong);
}

/**
 * @returns the draft's answers with this step's replaced; a cleared answer is gone, but a write-only one stays unless a
 * new one was typed.
 */
function withStep(definition: FormDefinition, step: string, draft: Answers, typed: Answers): Answers {
  const fields = stepNamed(definition, step)?.fields ?? [];
  const others = Object.entries(draft).filter(([name]) => {
    const field = definition.ui.fields[name];
    return !fields.includes(name) || (field && isWriteOnly(field));
  });
  return { ...Object.fromEntries(others), ...typed };
}

/** @returns the answers without this step's invalid write-only ones. */
function withoutWrongSecrets(definition: FormDefinition, step: string, answers: Answers): Answers {
  const right = rightWriteOnly(definition, step, answers);
  const fields = stepNamed(definition, step)?.fields ?? [];
  const isWrong = (name: string) => {
    const field = definition.ui.fields[name];
    return field && isWriteOnly(field) && !Object.hasOwn(right, name) && fields.includes(name);
  };
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !isWrong(name)));
}
