import type { Answers, FieldUi, FormUi, JsonSchema } from './definition.ts';

/**
 * The one form in which an answer is checked and stored, whether it came as a native post, as JSON or from a browser's
 * form: text without white space at its ends and otherwise exactly as typed; nothing where nothing was typed; a phone
 * number as its 10 digits (SPEC section 9) where it is one.
 *
 * @returns undefined for no answer; a value of the wrong kind comes back as it is, for the schema to refuse.
 */
export function tidyValue(schema: JsonSchema, field: FieldUi | undefined, value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value === 'string') {
    const trimmed = value.trim();
    if (trimmed === '') return undefined;
    return field?.widget === 'phone' ? tidyPhone(trimmed) : trimmed;
  }
  if (schema.type === 'array' && Array.isArray(value)) {
    return value
      .map((item) => tidyValue(schema.items ?? {}, undefined, item))
      .filter((item) => item !== undefined);
  }
  return value;
}

/** @returns the answers to the form's questions, tidy and in the schema's order; anything else is left out. */
export function tidyAnswers(
  { schema, ui }: { schema: JsonSchema; ui: Pick<FormUi, 'fields'> },
  answers: Answers,
): Answers {
  const entries = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    // The own property itself and no getter: reading an answer must never run anything.
    const own = Object.getOwnPropertyDescriptor(answers, name);
    return [name, tidyValue(property, ui.fields[name], own?.value)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function tidyPhone(typed: string): string {
  // Numbers that are pasted from an address book often carry invisible direction marks (Cf).
  const digits = typed.replace(/[\s().\p{Pd}\p{Cf}]/gu, '').replace(/^\+?1(?=\d{10}$)/, '');
  return /^\d{10}$/.test(digits) ? digits : typed;
}
