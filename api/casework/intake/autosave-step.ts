import { decodeStep } from '@claimdesk/forms/decode';
import { stepNamed } from '@claimdesk/forms/journey';
import { getForm } from '@claimdesk/forms/registry';
import { checkSizes } from '@claimdesk/forms/sizes';
import { isWriteOnly, withoutWriteOnly } from '@claimdesk/forms/write-only';
import { caseworkLimits } from '#api/casework/limits.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { checkFormToken } from '#api/platform/keys/form-token.ts';
import type { IntakeContext } from './browser-drafts.ts';
import { applyReferral, readDraft, writeDraft } from './drafts.ts';
import { withLetter } from './letter.ts';
import type { PostedStep } from './posted-step.ts';

/**
 * Autosaves a step while it is being filled in, valid or not, as "Save and exit" does; write-only and overlong answers
 * are left out. Nothing is validated and the form does not advance.
 *
 * It reports no problems, since the visitor is still typing: what can't be saved now is handled by Continue, which
 * explains any problem.
 *
 * @returns whether all but the write-only answers was saved: not if an answer is overlong, the draft was written in the meantime,
 * sent or moved, or if beginning a new draft would exceed the free limit.
 * @throws DomainError `not-found` for a step that the form does not have.
 */
export async function autosaveStep(
  posted: Pick<PostedStep, 'form' | 'step' | 'token' | 'entries' | 'shared' | 'attorney' | 'letter'>,
  { deps, drafts, address }: IntakeContext,
): Promise<boolean> {
  const { form, token, entries } = posted;
  const definition = getForm(form);
  const step = stepNamed(definition, posted.step);
  if (!step) throw new DomainError('not-found', 'This form has no such step.');
  const secret = drafts.secretOf(form);
  if (!secret || !checkFormToken(deps.keys.forms, token, secret, form, new Date())) return false;
  const draft = await readDraft(secret, form, deps);
  if (draft.reference || draft.moved) return false;
  const { answers: typed, unknown } = decodeStep(definition, step.id, entries);
  if (unknown.length > 0) return false;
  const shown = withoutWriteOnly(definition, typed);
  const sizes = checkSizes(definition, step.id, shown);
  const tooLong = new Set(sizes.ok ? [] : Object.keys(sizes.errors).map((name) => name.split('.')[0]));
  // Write-only fields were not posted, and an overlong answer replaces nothing.
  const writeOnly = (name: string) => {
    const field = definition.ui.fields[name];
    return field !== undefined && isWriteOnly(field);
  };
  const replaced = new Set(step.fields.filter((name) => !writeOnly(name)));
  const others = Object.entries(draft.answers).filter(([name]) => !replaced.has(name) || tooLong.has(name));
  const saved = Object.entries(shown).filter(([name]) => !tooLong.has(name));
  if (!draft.begun) {
    if (saved.length === 0) return false;
    const isFree = await deps.limits.reserve(caseworkLimits.beginDraft, address).then(
      () => true,
      () => false,
    );
    if (!isFree) return false;
  }
  const isFirst = step === definition.ui.steps[0];
  const retention = { ...draft, shared: isFirst ? posted.shared : draft.shared };
  const typedSoFar = Object.fromEntries([...others, ...saved]);
  const answers = isFirst ? withLetter(form, typedSoFar, posted.letter) : typedSoFar;
  if (!(await writeDraft(secret, form, answers, deps, retention, draft.updatedAt))) return false;
  if (isFirst) await applyReferral({ secret, form, posted: posted.attorney }, draft.referral, deps);
  drafts.keep(form, secret, retention);
  return tooLong.size === 0;
}
