import { unreadable } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
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

/** @returns the decrypted answers. @throws Error when an encrypted field was tampered with. */
export function decryptAnswers(
  answers: Answers,
  { ui }: FormDefinition,
  ring: KeyRing,
  record: RecordRef,
): Answers {
  return mapEncrypted(answers, ui, (value, field) =>
    JSON.parse(decrypt(ring, String(value), { ...record, field })),
  );
}

/** @returns the answers for display, with `unreadable` in place of what can't be decrypted, and whether any was. */
export function decryptForDisplay(
  answers: Answers,
  { ui }: FormDefinition,
  ring: KeyRing,
  record: RecordRef,
): { answers: Answers; damaged: boolean } {
  let damaged = false;
  const shown = mapEncrypted(answers, ui, (value, field) => {
    try {
      return JSON.parse(decrypt(ring, String(value), { ...record, field }));
    } catch {
      damaged = true;
      return unreadable;
    }
  });
  return { answers: shown, damaged };
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
