import { readConditions } from '../conditions.ts';
import type { FormDefinition, FormUi } from '../definition.ts';
import { findDeclaredRuleFaults, findFieldFaults } from './field-rules.ts';
import { didYouMean } from './nearest-word.ts';
import { findAddressFaults } from './step-rules.ts';

const texts = [
  'title',
  'errorTitle',
  'errorText',
  'submitErrorTitle',
  'submitErrorText',
  'successTitle',
  'successText',
] as const satisfies readonly (keyof FormUi)[];

/** Rules for a form's `ui.json`, and that it fits its `schema.json`. @returns one sentence per fault. */
export function findPageFaults(definition: FormDefinition): string[] {
  const { schema, ui } = definition;
  const properties = schema.properties ?? {};
  const required = new Set([
    ...(schema.required ?? []),
    ...readConditions(definition).flatMap((each) => each.required),
  ]);
  const faults: string[] = texts.filter((key) => !ui[key]).map((key) => `ui.json needs a text "${key}".`);
  if (!ui.submit?.label) faults.push('ui.json needs a label for "submit".');
  for (const name of ui.list) {
    if (!properties[name])
      faults.push(`"list" names "${name}", which is no field.${didYouMean(name, Object.keys(properties))}`);
    if (ui.fields[name]?.secret) faults.push(`"list" names "${name}", which is secret.`);
  }
  for (const [name, field] of Object.entries(ui.fields)) {
    const property = properties[name];
    if (property) faults.push(...findFieldFaults(name, field, property, required.has(name)));
    else
      faults.push(
        `ui.json describes "${name}", which is not in schema.json.${didYouMean(name, Object.keys(properties))}`,
      );
  }
  return [
    ...faults,
    ...findStepFaults(definition),
    ...findAddressFaults(definition),
    ...findDeclaredRuleFaults(definition),
  ];
}

function findStepFaults({ schema, ui }: FormDefinition): string[] {
  const faults: string[] = [];
  const onSteps = ui.steps.flatMap(({ fields }) => fields);
  for (const { id, title, fields, autoAdvance } of ui.steps) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
      faults.push(`The step id "${id}" must be lower-case words joined by "-".`);
    if (!title) faults.push(`The step "${id}" needs a title.`);
    if (fields.length === 0) faults.push(`The step "${id}" asks nothing.`);
    const widgets = fields.map((field) => ui.fields[field]?.widget);
    if (autoAdvance && (fields.length !== 1 || !['yes-no', 'choice'].includes(widgets[0] ?? '')))
      faults.push(`The step "${id}" advances by itself, so it must ask one thing, to choose with one click.`);
  }
  for (const name of new Set(onSteps)) {
    if (!schema.properties?.[name])
      faults.push(
        `A step asks "${name}", which is not in schema.json.${didYouMean(name, Object.keys(schema.properties ?? {}))}`,
      );
    if (!ui.fields[name]) faults.push(`A step asks "${name}", which ui.json does not describe.`);
  }
  for (const [name, { deprecated }] of Object.entries(schema.properties ?? {})) {
    if (!ui.fields[name]) faults.push(`"${name}" of schema.json is not described in ui.json.`);
    const times = onSteps.filter((each) => each === name).length;
    if (deprecated && times > 0) faults.push(`"${name}" is deprecated, so no step may ask it.`);
    if (!deprecated && times !== 1) faults.push(`"${name}" must be asked on exactly one step, not ${times}.`);
  }
  return faults;
}
