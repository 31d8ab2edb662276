import { clockTime } from './clock-time.ts';
import { conditionalFields } from './conditions.ts';
import type { Answers, FieldUi, FormDefinition } from './definition.ts';
import { labelsOf } from './options.ts';
import { phoneText } from './phone.ts';
import { isWriteOnly, presentGiven } from './write-only.ts';

/**
 * Who reads: `staff` see the end of masked answers; the `giver` of the answers is told that a write-only answer was
 * given, in words that identify it; `outside` means email, print and export, where a copy can go anywhere: there a
 * masked answer is only said to be given.
 */
export type Audience = 'staff' | 'giver' | 'outside';

/** Stands in for a stored answer that can no longer be decrypted. Shown as it is, in every kind of field. */
export const unreadable = 'unreadable';

export interface PresentedAnswer {
  /** Step id. */
  step: string;
  stepTitle: string;
  field: string;
  question: string;
  shortTitle: string;
  /** Plain text, not escaped for any format; a group has a line per row. */
  value: string;
  /** The rows of a group, for readers that can show more than text. */
  items?: {
    title: string;
    answers: Pick<PresentedAnswer, 'field' | 'question' | 'shortTitle' | 'value'>[];
  }[];
}

interface Options {
  /** What stands where an optional question was left out; the back office prints N/A for the ZIP code. */
  missing?: string;
  /**
   * The fields that were not asked. Stored answers need no such list: a conditional question without an answer is left
   * out anyway. A draft does, since it may still hold answers to questions that no longer apply.
   */
  hidden?: ReadonlySet<string>;
  audience?: Audience;
}

/**
 * The answers as people read them, in the order of the page and in the words of the definition they were given under:
 * for the summary before sending, the back office, PDF and mail. Secret answers are left out for everyone.
 */
export function presentAnswers(
  definition: FormDefinition,
  answers: Answers,
  { missing = 'Not given', hidden = new Set(), audience = 'outside' }: Options = {},
): PresentedAnswer[] {
  const conditional = conditionalFields(definition);
  const { steps, fields } = definition.ui;
  return steps.flatMap((step) =>
    step.fields.flatMap((name) => {
      const field = fields[name];
      const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
      if (!field || field.secret || hidden.has(name)) return [];
      if (answer === undefined && (conditional.has(name) || field.widget === 'urbanization')) return [];
      const items = presentItems(field, answer, { missing, audience });
      const { title: question, shortTitle } = field;
      const value = items ? items.map(itemText).join('\n') : presentValue(field, answer, audience);
      const where = { step: step.id, stepTitle: step.title, field: name };
      return [{ ...where, question, shortTitle, value: value || missing, ...(items && { items }) }];
    }),
  );
}

/** @returns the value as plain text; '' for none. */
export function presentValue(field: FieldUi, answer: unknown, audience: Audience): string {
  if (answer === undefined || answer === null) return '';
  if (answer === unreadable) return unreadable;
  if (audience === 'giver' && isWriteOnly(field)) return presentGiven(answer);
  if (field.masked) return maskValue(answer, audience);
  if (Array.isArray(answer)) return answer.map((each) => presentValue(field, each, audience)).join(', ');
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (typeof answer === 'object') return JSON.stringify(answer);
  const text = String(answer);
  const labels = labelsOf(field);
  if (labels && Object.hasOwn(labels, text)) return labels[text] ?? text;
  if (field.widget === 'phone') return phoneText(text);
  if (field.widget === 'time') return clockTime(text);
  // US short form, without the zeros that a time zone could be read into.
  return field.widget === 'date' ? text.replace(/^(\d{4})-0?(\d+)-0?(\d+)$/, '$2/$3/$1') : text;
}

/** Staff see the last four digits, and nobody else any. */
function maskValue(answer: unknown, audience: Audience): string {
  const hidden =
    typeof answer === 'string' && /^\d{9}$/.test(answer) ? `***-**-${answer.slice(-4)}` : 'Given';
  return audience === 'staff' ? hidden : 'Given';
}

function presentItems(
  { widget, itemTitle = '', fields = {} }: FieldUi,
  rows: unknown,
  { missing, audience }: { missing: string; audience: Audience },
): PresentedAnswer['items'] {
  if (widget !== 'group' || !Array.isArray(rows)) return undefined;
  return rows.map((row: unknown, at) => {
    const given = row !== null && typeof row === 'object' ? (row as Answers) : {};
    const answers = Object.entries(fields).map(([name, field]) => {
      const answer = Object.hasOwn(given, name) ? given[name] : undefined;
      const { title: question, shortTitle } = field;
      return { field: name, question, shortTitle, value: presentValue(field, answer, audience) || missing };
    });
    return { title: `${itemTitle} ${at + 1}`, answers };
  });
}

function itemText({ title, answers }: NonNullable<PresentedAnswer['items']>[number]): string {
  return `${title}: ${answers.map(({ shortTitle, value }) => `${shortTitle} ${value}`).join('; ')}`;
}
