import type { Answers } from '@claimdesk/forms/definition';
import { type DatePart, wrongDateParts } from '@claimdesk/forms/typed-date';
import type { UiSchema } from '@rjsf/utils';

/** Ids of what belongs to a field, so that a field, its hint and its error find each other. */
export function hintId(fieldId: string): string {
  return `${fieldId}-hint`;
}

export function errorId(fieldId: string): string {
  return `${fieldId}-error`;
}

/** @returns the id of what says how long a field's text may be. */
export function countId(fieldId: string): string {
  return `${fieldId}-count`;
}

/** @returns the id of one answer that can be chosen; the first is where a link to the field leads. */
export function choiceId(fieldId: string, index: number): string {
  return `${fieldId}-${index}`;
}

/** @returns the id of one of a date's three inputs; the first that is wrong is where a link to the field leads. */
export function datePartId(fieldId: string, part: DatePart): string {
  return `${fieldId}-${part}`;
}

/** @returns the value of `aria-describedby` for a field, or undefined when it has neither hint nor error. */
export function describedBy(fieldId: string, has: { hint: boolean; error: boolean }): string | undefined {
  const ids = [has.hint ? hintId(fieldId) : '', has.error ? errorId(fieldId) : ''].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/**
 * Where a link of the error summary leads: to the input of a field, or to the first of those it has.
 *
 * @param form its id. @param field its name; `employers.0.city` for a field within a group.
 * @param answers as they were typed when the errors were found.
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
