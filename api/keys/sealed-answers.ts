import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import type { KeyRing } from './key-ring.ts';
import { seal, unseal } from './seal.ts';

/** Where answers are stored: the collection's name and the document's id. */
export interface StoredAt {
  collection: string;
  document: string;
}

/** @returns the answers with every field that the form marks as sealed encrypted for its place. */
export function sealAnswers(answers: Answers, { ui }: FormDefinition, ring: KeyRing, at: StoredAt): Answers {
  return mapSealed(answers, ui, (value, field) => seal(ring, JSON.stringify(value), { ...at, field }));
}

/** @returns the answers as they were given. @throws Error when a sealed field was tampered with. */
export function unsealAnswers(
  answers: Answers,
  { ui }: FormDefinition,
  ring: KeyRing,
  at: StoredAt,
): Answers {
  return mapSealed(answers, ui, (value, field) => JSON.parse(unseal(ring, String(value), { ...at, field })));
}

function mapSealed(
  answers: Answers,
  ui: FormDefinition['ui'],
  change: (value: unknown, field: string) => unknown,
): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([field, value]) => [
      field,
      ui.fields[field]?.sealed ? change(value, field) : value,
    ]),
  );
}
