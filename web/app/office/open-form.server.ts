import { randomUUID } from 'node:crypto';
import type { ProcedureName } from '@claimdesk/api/router';
import { getForm } from '@claimdesk/forms/registry';
import { type StaffFormName, staffForms } from '@claimdesk/forms/staff-forms';
import { problemWords, stepSchema, toUiSchema } from '@claimdesk/forms/ui-schema';
import type { SiteContext } from '#web/app/context.ts';
import { isRefused } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { PageRequest } from '#web/app/ui/session/for-signed-in.server.ts';
import { forStaff, requireFor } from './staff-request.server.ts';

/** @returns what `ChangeForm` needs to draw a form. `key` makes adding harmless to repeat. @param hints that differ, by field. */
export function presentForm(name: StaffFormName | 'attorney', hints: Record<string, string> = {}) {
  const definition = name === 'attorney' ? getForm(name) : staffForms[name];
  const [{ id: step } = { id: '' }] = definition.ui.steps;
  const uiSchema = toUiSchema(definition, step);
  for (const [field, hint] of Object.entries(hints))
    uiSchema[field] = { ...uiSchema[field], 'ui:description': hint };
  return {
    name,
    step,
    schema: stepSchema(definition, step),
    uiSchema,
    /** How answers are written before they are sent. */
    fields: definition.ui.fields,
    submitLabel: definition.ui.submit.label,
    invalid: problemWords(definition, step),
    failed: { title: definition.ui.submitErrorTitle, text: definition.ui.submitErrorText },
    key: randomUUID(),
  };
}

export type FormParts = ReturnType<typeof presentForm>;

/** Reads what a dialog shows, for accounts that may call its procedure. */
export function openFor<T>(
  page: PageRequest,
  procedure: ProcedureName,
  read: (site: SiteContext) => T | Promise<T>,
): Promise<T> {
  return forStaff(page, async (site) => {
    await requireFor(site, procedure);
    return await read(site);
  });
}

/** @returns what was read, or null where there is nothing at this address. */
export function orMissing<T>(read: Promise<T>): Promise<T | null> {
  return read.catch((error: unknown) => {
    if (isRefused(error, 'not-found', 'bad-input')) return null;
    throw error;
  });
}
