import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineForm, type FormDefinition } from './definition.ts';
import { type IntakeForm, intakes } from './intakes.ts';

/** The forms that are no public intake: for people who are signed in or sign in, and for rows of the portal. */
const otherForms = [
  'attorney',
  'client-login',
  'client-registration',
  'client-login-reset',
  'client-pin-code',
  'client-letter',
  'mailing-address',
  'phone-number',
  'email-address',
  'emergency-contact',
  'medical-facility',
  'medical-treatment',
] as const;

export type FormName = IntakeForm | (typeof otherForms)[number];

/** Every form of the product, read from its folder. Node only; the browser gets its definition from a loader. */
export const forms = Object.fromEntries(
  [...intakes.map(({ form }) => form), ...otherForms].map((form) => [
    form,
    defineForm(form, readPart(form, 'schema.json'), readPart(form, 'ui.json')),
  ]),
) as Record<FormName, FormDefinition>;

function readPart(form: FormName, name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, form, name), 'utf8'));
}

export function getForm(name: FormName): FormDefinition {
  return forms[name];
}
