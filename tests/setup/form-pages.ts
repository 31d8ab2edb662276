import { type IntakeForm, intakes } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';

/** The base path and the page of the first step of each public form. */
export const formPages = Object.fromEntries(
  intakes.map(({ form, path, startsWithStep }) => [
    form,
    { path, first: startsWithStep ? path : `${path}/${getForm(form).ui.steps[0]?.id}` },
  ]),
) as Record<IntakeForm, { path: string; first: string }>;
