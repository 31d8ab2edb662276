import { defineForm, type FormDefinition } from '@claimdesk/forms/definition';
import { forms } from '@claimdesk/forms/registry';
import type { Connection } from 'mongoose';
import { definitionsCollection } from './definition.model.ts';

/**
 * @returns the given version of a form's definition: the current one if it matches, else the stored one.
 * @throws mongoose's DocumentNotFoundError when that version was never stored.
 */
export async function loadDefinition(
  form: string,
  version: string,
  portal: Connection,
): Promise<FormDefinition> {
  const today = Object.values(forms).find((each) => each.form === form && each.version === version);
  if (today) return today;
  const stored = await definitionsCollection
    .model(portal)
    .findOne({ _id: `${form}@${version}` })
    .lean()
    .orFail();
  const { schema, ui } = JSON.parse(stored.definition);
  return defineForm(form, schema, ui);
}
