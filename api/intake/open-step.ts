import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { previousStep, resolveStep, stepNumber, visibleSteps } from '@claimdesk/forms/journey';
import { type FormName, getForm } from '@claimdesk/forms/registry';
import { answersLookedAt } from '@claimdesk/forms/ui-schema';
import { answeredSteps, hiddenFields } from '@claimdesk/forms/validate';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { makeSecret } from '../keys/fingerprint.ts';
import { makeFormToken } from '../keys/form-token.ts';
import { makeChallenge } from '../robots/challenge.ts';
import { draftSecret, rememberDraft } from './draft-cookie.ts';
import { draftDays, readDraft } from './drafts.ts';
import { type Elsewhere, reviewRows, type StepPage } from './intake-page.ts';

/**
 * Opens a step of a form with the answers of the visitor's draft, and starts a draft if there is none.
 *
 * @param step left out = the form's start, where somebody who has sent it before begins anew.
 * @throws DomainError `not-found` for a step that the form does not have.
 */
export async function openStep(
  { form, step }: { form: FormName; step?: string | undefined },
  { deps, cookies }: RequestContext,
): Promise<StepPage | Elsewhere> {
  const definition = getForm(form);
  const known = draftSecret(cookies, form);
  let secret = known ?? makeSecret();
  let draft = known ? await readDraft(known, form, deps) : { answers: {}, reference: undefined };
  if (draft.reference) {
    if (step) return { kind: 'sent', reference: draft.reference };
    secret = makeSecret();
    draft = { answers: {}, reference: undefined };
  }
  if (secret !== known) rememberDraft(cookies, form, secret);
  const now = new Date();
  const page = pageOf(
    { form, definition, step },
    draft.answers,
    makeFormToken(deps.keys.forms, secret, form, now),
  );
  if (page.kind !== 'step' || !page.review) return page;
  return { ...page, challenge: await makeChallenge(deps.keys.forms, form, now) };
}

function pageOf(
  { form, definition, step }: { form: FormName; definition: FormDefinition; step: string | undefined },
  answers: Answers,
  token: string,
): StepPage | Elsewhere {
  const hidden = hiddenFields(definition, answers);
  const wanted = step ?? visibleSteps(definition, hidden)[0]?.id ?? '';
  if (!definition.ui.steps.some(({ id }) => id === wanted)) {
    throw new DomainError('not-found', 'This form has no such step.');
  }
  const shown = resolveStep(definition, hidden, answeredSteps(definition, answers), wanted);
  if (shown.id !== wanted) return { kind: 'elsewhere', step: shown.id };
  return {
    kind: 'step',
    form,
    definition,
    step: shown,
    ...(stepNumber(definition, hidden, shown.id) ?? { number: 1, total: 1 }),
    previous: previousStep(definition, hidden, shown.id)?.id ?? null,
    hidden: [...hidden],
    values: Object.fromEntries(
      shown.fields.flatMap((field) => (field in answers ? [[field, answers[field]]] : [])),
    ),
    earlier: answersLookedAt(definition, shown.id, answers),
    review: reviewRows(definition, shown, answers, hidden),
    challenge: null,
    keptDays: draftDays,
    token,
  };
}
