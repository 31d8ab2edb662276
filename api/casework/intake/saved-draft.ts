import type { IntakeForm } from '@claimdesk/forms/intakes';
import { DomainError } from '#api/platform/domain-error.ts';
import { checkFormToken } from '#api/platform/keys/form-token.ts';
import type { IntakeContext } from './browser-drafts.ts';
import { readDraft } from './drafts.ts';

const movedText =
  'You continued these answers in another browser, and only that one can open them now. To move them again, press "Save and exit" there.';

/**
 * Requires a posted page of this browser and a draft with answers.
 *
 * @returns the secret of the draft.
 * @throws DomainError `bad-input` if the page is too old or not this browser's, or if nothing has been answered yet.
 */
export async function requireSavedDraft(
  { form, token }: { form: IntakeForm; token: string },
  { deps, drafts }: IntakeContext,
): Promise<string> {
  const secret = drafts.secretOf(form);
  if (!secret || !checkFormToken(deps.keys.forms, token, secret, form, new Date())) {
    throw new DomainError('bad-input', 'This page was open for a long time. Please send it again.', {
      title: 'Please press the button again',
    });
  }
  const { answers, moved } = await readDraft(secret, form, deps);
  if (moved) throw new DomainError('bad-input', movedText, { title: 'Your answers are in another browser' });
  if (Object.keys(answers).length === 0) {
    const text = 'There is no answer to keep yet. Answer the first question, then come back.';
    throw new DomainError('bad-input', text, { title: 'Nothing to save yet' });
  }
  return secret;
}
