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

/** @returns the answers for display, each `unreadable` if they can't be decrypted, and whether that is so. */
export function decryptForDisplay(
  encrypted: string,
  { ui }: FormDefinition,
  ring: KeyRing,
  record: RecordRef,
): { answers: Answers; isDamaged: boolean } {
  try {
    return { answers: JSON.parse(decrypt(ring, encrypted, { ...record, field })), isDamaged: false };
  } catch {
    const answers = Object.fromEntries(Object.keys(ui.fields).map((name) => [name, unreadable]));
    return { answers, isDamaged: true };
  }
}

interface AnsweredRow {
  form: string;
  version: string;
  answers: string;
  reference?: string;
}

/**
 * @returns the answers of a row for display, with the form's definition at the time. If they can't be decrypted that is logged: one damaged record must not break a list or an export.
 */
export async function openAnswers<Row extends AnsweredRow>(
  { name: collection, ownerOf }: Collection<Row>,
  row: Row & { _id: unknown },
  { portal, keys, log }: Reading,
): Promise<{ definition: FormDefinition; answers: Answers; isDamaged: boolean }> {
  const { _id, form, version, reference } = row;
  const [definition, ring] = await Promise.all([
    loadDefinition(form, version, portal),
    keys.of(ownerOf(row)),
  ]);
  const record = { collection, document: String(_id) };
  const opened = decryptForDisplay(row.answers, definition, ring, record);
  if (opened.isDamaged) log.error('record unreadable', { collection, ...(reference && { reference }) });
  return { definition, ...opened };
}
