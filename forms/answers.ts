import { conditionalFields } from './conditions.ts';
import type { Answers, FieldUi, FormDefinition } from './definition.ts';
import { labelsOf } from './options.ts';

export interface PresentedAnswer {
  /** Step id. */
  step: string;
  stepTitle: string;
  field: string;
  question: string;
  shortTitle: string;
  /** Plain text, not escaped for any format. */
  value: string;
}

/**
 * The answers as people read them, in the order of the page and in the words of the definition they were given under:
 * for the summary before sending, the back office, PDF and CSV.
 *
 * @param missing what stands where an optional question was left out; the back office prints N/A for the ZIP code
 * (SPEC section 2).
 * @param hidden the fields that were not asked. Stored answers need no such list: a conditional question without an
 * answer is left out anyway. A draft does, since it may still hold answers to questions that no longer apply.
 */
export function presentAnswers(
  { form, version, schema, ui }: FormDefinition,
  answers: Answers,
  { missing = 'Not given', hidden = new Set() }: { missing?: string; hidden?: ReadonlySet<string> } = {},
): PresentedAnswer[] {
  const conditional = conditionalFields({ form, version, schema, ui });
  return ui.steps.flatMap((step) =>
    step.fields.flatMap((name) => {
      const field = ui.fields[name];
      const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
      if (!field || hidden.has(name) || (answer === undefined && conditional.has(name))) return [];
      const value = presentValue(field, answer) || missing;
      return [
        {
          step: step.id,
          stepTitle: step.title,
          field: name,
          question: field.title,
          shortTitle: field.shortTitle,
          value,
        },
      ];
    }),
  );
}

function presentValue(field: FieldUi, answer: unknown): string {
  if (answer === undefined || answer === null) return '';
  if (Array.isArray(answer)) return answer.map((each) => presentValue(field, each)).join(', ');
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (typeof answer === 'object') return JSON.stringify(answer);
  const text = String(answer);
  const labels = labelsOf(field);
  if (labels && Object.hasOwn(labels, text)) return labels[text] ?? text;
  return field.widget === 'phone' ? text.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3') : text;
}
