import { noticesFor } from '@claimdesk/forms/define-intake';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { type IntakeForm, intakes } from '@claimdesk/forms/intakes';
import {
  firstUnansweredStep,
  previousStep,
  resolveStep,
  stepNamed,
  stepNumber,
  visibleSteps,
} from '@claimdesk/forms/journey';
import { getForm } from '@claimdesk/forms/registry';
import { answersLookedAt } from '@claimdesk/forms/ui-schema';
import { answeredSteps, hiddenFields, rightWriteOnly } from '@claimdesk/forms/validate';
import { presentGiven, withoutWriteOnly } from '@claimdesk/forms/write-only';
import { LRUCache } from 'lru-cache';
import { caseworkLimits } from '#api/casework/limits.ts';
import { findReferral } from '#api/casework/referral.ts';
import { findDeadline } from '#api/casework/submissions/appeal-by.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { makeSecret } from '#api/platform/keys/fingerprint.ts';
import { makeFormToken } from '#api/platform/keys/form-token.ts';
import { type ChallengeTime, makeChallenge } from '#api/platform/robots/challenge.ts';
import type { IntakeContext } from './browser-drafts.ts';
import { draftDays } from './draft.model.ts';
import { emptyDraft, readDraft, storeReferral, writeDraft } from './drafts.ts';
import { reviewRows, type StepPage, type StepRedirect } from './intake-page.ts';
import { knownLetter, readLetter, withLetter } from './letter.ts';

/**
 * Opens a step of a form with the answers of the visitor's draft, or with a new secret if there is none.
 *
 * @param step omitted for the form's start, where a visitor who has already sent the form starts over.
 * @param attorney the id of the attorney that the visitor asks about; ignored unless listed.
 * @param letter the date on a denial letter that the visitor brings along, `YYYY-MM-DD`; ignored unless possible.
 * @param challenge whether a challenge is made if the page needs one.
 * @throws DomainError `not-found` for a step that the form does not have.
 */
export async function openStep(
  {
    form,
    step,
    attorney = '',
    letter: broughtLetter = '',
    challenge: made = 'now',
  }: {
    form: IntakeForm;
    step?: string | undefined;
    attorney?: string | undefined;
    letter?: string | undefined;
    challenge?: ChallengeTime | undefined;
  },
  { deps, drafts, address }: IntakeContext,
): Promise<StepPage | StepRedirect> {
  const definition = getForm(form);
  const known = drafts.secretOf(form);
  let secret = known ?? makeSecret();
  let draft = known ? await readDraft(known, form, deps) : emptyDraft;
  const { moved } = draft;
  if (draft.reference && step) {
    return { kind: 'sent', reference: draft.reference, shared: draft.shared };
  }
  if (draft.reference || moved) {
    secret = makeSecret();
    draft = emptyDraft;
  }
  if (secret !== known) drafts.keep(form, secret);
  const now = new Date();
  const page = buildPage(
    { form, definition, step },
    draft.answers,
    makeFormToken(deps.keys.forms, secret, form, now),
  );
  if (page.kind === 'sent') return page;
  if (page.kind === 'elsewhere') return { ...page, moved };
  const needsProof =
    page.review !== null ||
    (!draft.begun && (await deps.limits.isUsedUp(caseworkLimits.beginDraft, address)));
  const challenge = needsProof && made === 'now' ? await makeChallenge(deps.keys.forms, form, now) : null;
  const opened = { ...page, moved, shared: draft.shared, needsProof, challenge };
  if (page.previous !== null) return opened;
  const requestedAttorney = await findReferral(form, attorney, deps);
  // Stored at once, since a returning visitor may continue on another page; opening a page begins no draft.
  if (requestedAttorney && draft.begun) await storeReferral(secret, form, requestedAttorney, deps);
  const askedAbout = requestedAttorney ?? draft.referral;
  const brought = readLetter(form, broughtLetter);
  const answered = knownLetter(form, draft.answers);
  if (brought && !answered && draft.begun)
    await writeDraft(secret, form, withLetter(form, draft.answers, brought), deps, draft, draft.updatedAt);
  const date = brought && (answered ?? brought);
  const letter = date
    ? { date, kept: draft.begun, passed: (await findDeadline(date, deps))?.passed ?? false }
    : null;
  const referral = askedAbout ? { ...askedAbout, kept: draft.begun } : null;
  return { ...opened, referral, letter };
}

/** While very many come at once, they often come from a few networks, and whether these began many drafts is read once a second. */
const usedUp = new LRUCache<string, boolean, Deps['limits']>({
  max: 10_000,
  ttl: 1_000,
  fetchMethod: (address, _stale, { context }) => context.isUsedUp(caseworkLimits.beginDraft, address),
});

/**
 * Opens a form for a visitor who has nothing of ours yet, whose first page is known.
 *
 * @returns what `openStep` gives each of them, and sets the same cookie.
 */
export async function openForNewcomer(form: IntakeForm, { deps, drafts, address }: IntakeContext) {
  const secret = drafts.secretOf(form) ?? makeSecret();
  drafts.keep(form, secret);
  const isLast = getForm(form).ui.steps.length === 1;
  return {
    token: makeFormToken(deps.keys.forms, secret, form, new Date()),
    needsProof: isLast || (await usedUp.fetch(address, { context: deps.limits })) === true,
  };
}

function buildPage(
  { form, definition, step }: { form: IntakeForm; definition: FormDefinition; step: string | undefined },
  answers: Answers,
  token: string,
): StepPage | StepRedirect {
  const hidden = hiddenFields(definition, answers);
  const intake = intakes.find((each) => each.form === form);
  const named = step === undefined ? visibleSteps(definition, hidden)[0] : stepNamed(definition, step);
  if (!named) throw new DomainError('not-found', 'This form has no such step.');
  const requested = named.id;
  const shown = resolveStep(definition, hidden, answeredSteps(definition, answers), requested);
  if (shown.id !== requested) return { kind: 'elsewhere', step: shown.id, moved: false };
  const review = reviewRows(definition, shown, answers, hidden);
  return {
    kind: 'step',
    form,
    definition,
    step: shown,
    ...(stepNumber(definition, hidden, shown.id) ?? { number: 1, total: 1 }),
    previous: previousStep(definition, hidden, shown.id)?.id ?? null,
    hidden: [...hidden],
    values: withoutWriteOnly(definition, pick(answers, shown.fields)),
    given: Object.fromEntries(
      Object.entries(rightWriteOnly(definition, shown.id, answers)).map(([field, answer]) => [
        field,
        presentGiven(answer),
      ]),
    ),
    earlier: withoutWriteOnly(definition, answersLookedAt(definition, shown.id, answers)),
    review,
    notices: review && intake ? noticesFor(intake, answers) : [],
    needsProof: false,
    challenge: null,
    keptDays: draftDays,
    referral: null,
    letter: null,
    moved: false,
    shared: false,
    continueAt: step === undefined ? continueStep(definition, answers, hidden, shown.id) : null,
    token,
  };
}

/** @returns where a returning visitor continues; null if nothing is answered, or if that is the step shown. */
function continueStep(
  definition: FormDefinition,
  answers: Answers,
  hidden: ReadonlySet<string>,
  shown: string,
): StepPage['continueAt'] {
  if (Object.keys(answers).length === 0) return null;
  const step =
    firstUnansweredStep(definition, hidden, answeredSteps(definition, answers)) ??
    visibleSteps(definition, hidden).at(-1);
  const position = step && step.id !== shown ? stepNumber(definition, hidden, step.id) : undefined;
  return step && position ? { step: step.id, number: position.number } : null;
}

function pick(answers: Answers, fields: readonly string[]): Answers {
  return Object.fromEntries(
    fields.filter((field) => Object.hasOwn(answers, field)).map((field) => [field, answers[field]]),
  );
}
