import type { Answers, FieldUi, FormDefinition } from './definition.ts';

/**
 * Answers that a page accepts and never sends back, because the next person at the same computer could read them:
 * what is masked or secret, and a date of birth, which with a name opens accounts elsewhere.
 */
export function isWriteOnly({ masked, secret, autocomplete }: FieldUi): boolean {
  return Boolean(masked || secret || autocomplete === 'bday');
}

/** @returns the answers that a page may hold: none that is write-only, in a group's rows either. */
export function withoutWriteOnly({ ui }: FormDefinition, answers: Answers): Answers {
  return readable(ui.fields, answers);
}

function readable(fields: Readonly<Record<string, FieldUi>>, answers: Answers): Answers {
  const kept = Object.entries(answers).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field && isWriteOnly(field)) return [];
    const questions = field?.fields;
    if (!questions || !Array.isArray(value)) return [[name, value]];
    return [[name, value.map((row) => (isRow(row) ? readable(questions, row) : row))]];
  });
  return Object.fromEntries(kept);
}

function isRow(row: unknown): row is Answers {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}

/** @returns what a page says in place of a write-only answer, for the person who gave it to know it again. */
export function presentGiven(answer: unknown): string {
  const text = typeof answer === 'string' ? answer : '';
  if (/^\d{9}$/.test(text)) return `Given, ending ${text.slice(-4)}`;
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `Given, year ${text.slice(0, 4)}` : 'Given';
}
