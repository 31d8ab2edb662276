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

/** @returns the answers, encrypted and bound to their record, except those that the form calls open. */
export function encryptAnswers(
  answers: Answers,
  { ui }: FormDefinition,
  ring: KeyRing,
  record: RecordRef,
): Answers {
  return mapEncrypted(answers, ui, (value, field) =>
    encrypt(ring, JSON.stringify(value), { ...record, field }),
  );
}

/** @returns the answers for display, with `unreadable` in place of what can't be decrypted, and whether any was. */
export function decryptForDisplay(
  answers: Answers,
  { ui }: FormDefinition,
  ring: KeyRing,
  record: RecordRef,
): { answers: Answers; isDamaged: boolean } {
  let isDamaged = false;
  const shown = mapEncrypted(answers, ui, (value, field) => {
    try {
      return JSON.parse(decrypt(ring, String(value), { ...record, field }));
    } catch {
      isDamaged = true;
      return unreadable;
    }
  });
  return { answers: shown, isDamaged };
}

interface AnsweredRow {
  form: string;
  version: string;
  answers: Answers;
  reference?: string;
}

/**
 * @returns the answers of a row for display, with the form's definition at the time. What can't be decrypted reads `unreadable`,
 * which is logged: one damaged record must not break a list or an export.
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

function mapEncrypted(
  answers: Answers,
  ui: FormDefinition['ui'],
  transform: (value: unknown, field: string) => unknown,
): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([field, value]) => [
      field,
      isEncrypted(ui, field) ? transform(value, field) : value,
    ]),
  );
}

/** @returns whether an answer is stored encrypted: always, unless the form calls it open. */
export function isEncrypted({ fields }: FormDefinition['ui'], field: string): boolean {
  return !(Object.hasOwn(fields, field) && fields[field]?.open);
}
