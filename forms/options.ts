import type { FieldUi } from './definition.ts';

const yesNo = { yes: 'Yes', no: 'No' };

/** @returns the label of each value that can be chosen, or undefined for a field that is typed. */
export function labelsOf(field: FieldUi): Record<string, string> | undefined {
  return field.options ?? (field.widget === 'yes-no' ? yesNo : undefined);
}
