import { unreadable } from '@claimdesk/forms/answers';
import type { Answers } from '@claimdesk/forms/definition';
import type { Searchable } from '#api/platform/keys/search-tokens.ts';

/** @returns what staff find a sent form by; an answer that can't be decrypted is left out. */
export function searchableAnswers(answers: Answers, reference: string): Searchable {
  const { name, first_name, last_name, phone, email } = answers;
  const given = (...values: unknown[]) =>
    values.filter((value) => typeof value === 'string' && value !== unreadable) as string[];
  return {
    names: given(name, first_name, last_name),
    phones: given(phone),
    emails: given(email),
    references: [reference],
  };
}
