import type { FormDefinition } from './definition.ts';

/** @returns the words that somebody agrees to by checking this field: its title and its hint, as the form shows them. */
export function consentWording({ ui }: Pick<FormDefinition, 'ui'>, field: string): string {
  const { title = '', hint } = ui.fields[field] ?? {};
  return hint ? `${title}. ${hint}` : title;
}
