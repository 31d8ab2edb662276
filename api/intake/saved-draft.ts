import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { checkFormToken } from '../keys/form-token.ts';
import { draftSecret } from './draft-cookie.ts';
import { readDraft } from './drafts.ts';
import type { IntakeForm } from './receivers.ts';

/**
 * Looks whether this browser has something saved, for what is done with it from a page of ours.
 *
 * @returns the secret of the draft.
 * @throws DomainError `bad-input` for a page that is too old or not this browser's, and where nothing was answered yet.
 */
export async function openSavedDraft(
  { form, token }: { form: IntakeForm; token: string },
  { deps, cookies }: RequestContext,
): Promise<string> {
  const secret = draftSecret(cookies, form);
  if (!secret || !checkFormToken(deps.keys.forms, token, secret, form, new Date())) {
    throw new DomainError('bad-input', 'This page was open for a long time. Please send it again.', {
      title: 'Please press the button again',
    });
  }
  const { answers } = await readDraft(secret, form, deps);
  if (Object.keys(answers).length === 0) {
    const text = 'There is no answer to keep yet. Answer the first question, then come back.';
    throw new DomainError('bad-input', text, { title: 'Nothing to save yet' });
  }
  return secret;
}
