import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import { validateAnswers } from '@claimdesk/forms/validate';
import { DomainError } from './domain-error.ts';

/** @returns the answers as the validator read them. @throws DomainError `bad-input` with a sentence per field. */
export function requireValid(definition: FormDefinition, answers: unknown): Answers {
  const checked = validateAnswers(definition, answers);
  if (checked.ok) return checked.answers;
  const { title, text } = describeProblem(definition.ui, checked.errors, answers);
  throw new DomainError('bad-input', text, { title, fields: checked.errors });
}
