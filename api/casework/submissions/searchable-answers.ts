import { unreadable } from '@claimdesk/forms/answers';
import type { Answers } from '@claimdesk/forms/definition';
import { loadDefinition } from '#api/casework/definitions/load-definition.ts';
import type { Row } from '#api/platform/database/collection.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Searchable } from '#api/platform/keys/search-tokens.ts';
import { decryptForDisplay } from './encrypted-answers.ts';
import type { StoredForm } from './stored-form.ts';

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

/** @returns how the sent forms of a collection are found, for its declaration. */
export function searchableFormIn(collection: string) {
  return async (row: Row, { portal, keys }: Pick<Deps, 'portal' | 'keys'>): Promise<Searchable> => {
    const { _id, form, version, answers, reference } = row as Row & StoredForm;
    const definition = await loadDefinition(form, version, portal);
    const record = { collection, document: String(_id) };
    return searchableAnswers(decryptForDisplay(answers, definition, keys.fields, record).answers, reference);
  };
}
