import type { Answers } from '@claimdesk/forms/definition';
import { type DatePart, wrongDateParts } from '@claimdesk/forms/typed-date';
import type { UiSchema } from '@rjsf/utils';

export function hintId(fieldId: string): string {
  return `${fieldId}-hint`;
}

export function errorId(fieldId: string): string {
  return `${fieldId}-error`;
}

/** @returns the id of the element that states a field's maximum length. */
export function countId(fieldId: string): string {
  return `${fieldId}-count`;
}

/** @returns the id of one option; links to the field go to the first. */
export function choiceId(fieldId: string, index: number): string {
  return `${fieldId}-${index}`;
}

/** @returns the id of one of a date's three inputs; links to the field go to the first invalid one. */
export function datePartId(fieldId: string, part: DatePart): string {
  return `${fieldId}-${part}`;
}

/** @returns the value of `aria-describedby` for a field, or undefined when it has neither hint nor error. */
export function describedBy(fieldId: string, has: { hint: boolean; error: boolean }): string | undefined {
  const ids = [has.hint ? hintId(fieldId) : '', has.error ? errorId(fieldId) : ''].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/**
 * The id that a link in the error summary points to: a field's input, or the first one to correct if it has several.
 *
 * @param form the form's id. @param field its name; `employers.0.city` for a field within a group.
 * @param answers as typed when the errors were found.
 */
export function targetOf(form: string, uiSchema: UiSchema, field: string, answers: Answers = {}): string {
  const [name = '', row = '', inner] = field.split('.');
  const ui = inner === undefined ? uiSchema[name] : uiSchema[name]?.items?.[inner];
  const id = [form, ...field.split('.')].join('_');
  switch (ui?.['ui:widget']) {
    case 'yes-no':
    case 'choice':
      return choiceId(id, 0);
    case 'date':
      return datePartId(id, wrongDateParts(answerTo(answers, name, row, inner))[0] ?? 'month');
    default:
      return id;
  }
}

function answerTo(answers: Answers, name: string, row: string, inner: string | undefined): unknown {
  const answer = answers[name];
  return inner === undefined ? answer : Array.isArray(answer) ? answer[Number(row)]?.[inner] : undefined;
}
