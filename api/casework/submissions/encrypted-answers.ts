import { unreadable } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { loadDefinition } from '#api/casework/definitions/stored-definitions.ts';
import type { Collection } from '#api/platform/database/collection.ts';
import type { Reading } from '#api/platform/deps.ts';
import { decrypt, encrypt } from '#api/platform/keys/encrypt.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';

/** The record that encryption binds answers to: its collection's name and its document id. */
export interface RecordRef {
  collection: string;
  document: string;
}

const field = 'answers';

/**
 * @returns the answers, encrypted as one value that is bound to its record: so a stolen copy does not even tell which questions
 * somebody was asked.
 */
export function encryptAnswers(answers: Answers, ring: KeyRing, record: RecordRef): string {
  return encrypt(ring, JSON.stringify(answers), { ...record, field });
}

/** @returns the answers that `encryptAnswers` encrypted. @throws Error when they were changed or moved, or their key is gone. */
export function decryptAnswers(encrypted: string, ring: KeyRing, record: RecordRef): Answers {
  return JSON.parse(decrypt(ring, encrypted, { ...record, field }));
}

interface AnsweredRow {
  form: string;
  version: string;
  answers: string;
  reference?: string;
}

/** @returns the answers of a row; undefined, which is logged, if they can't be decrypted. */
export async function readAnswers<Row extends Pick<AnsweredRow, 'answers' | 'reference'>>(
  { name: collection, ownerOf }: Pick<Collection<Row>, 'name' | 'ownerOf'>,
  row: Row & { _id: unknown },
  { keys, log }: Pick<Reading, 'keys' | 'log'>,
): Promise<Answers | undefined> {
  const { _id, answers, reference } = row;
  const ring = await keys.of(ownerOf(row));
  try {
    return decryptAnswers(answers, ring, { collection, document: String(_id) });
  } catch {
    log.error('record unreadable', { collection, ...(reference && { reference }) });
    return undefined;
  }
}

/**
 * @returns the answers of a row for display, with the form's definition at the time; each reads `unreadable` if they can't be
 * decrypted: one damaged record must not break a list or an export.
 */
export async function openAnswers<Row extends AnsweredRow>(
  collection: Collection<Row>,
  row: Row & { _id: unknown },
  deps: Reading,
): Promise<{ definition: FormDefinition; answers: Answers; isDamaged: boolean }> {
  const [definition, answers] = await Promise.all([
    loadDefinition(row.form, row.version, deps.portal),
    readAnswers(collection, row, deps),
  ]);
  if (answers) return { definition, answers, isDamaged: false };
  const shown = Object.keys(definition.ui.fields).map((name) => [name, unreadable]);
  return { definition, answers: Object.fromEntries(shown), isDamaged: true };
}
