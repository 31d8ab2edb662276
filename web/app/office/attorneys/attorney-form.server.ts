import { randomUUID } from 'node:crypto';
import { decodeStep } from '@claimdesk/forms/decode';
import type { Answers } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { problemWords, stepSchema, toUiSchema } from '@claimdesk/forms/ui-schema';
import type { SiteContext } from '#web/app/context.ts';
import type { Problem } from '#web/app/ui/forms/error-summary.tsx';
import { isRefused, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';

const form = 'attorney';
const step = 'attorney';

/** @returns what the form needs besides its values. `key` makes adding harmless to repeat. */
export function presentForm() {
  const definition = getForm(form);
  return {
    step,
    schema: stepSchema(definition, step),
    uiSchema: toUiSchema(definition, step),
    submitLabel: definition.ui.submit.label,
    invalid: problemWords(definition, step),
    failed: { title: definition.ui.submitErrorTitle, text: definition.ui.submitErrorText },
    key: randomUUID(),
  };
}

/** @returns the names of the states that an attorney can be in, by their two-letter codes. */
export function offeredStates(): Record<string, string> {
  return getForm(form).ui.fields.state?.options ?? {};
}

/** @returns the attorney, or null where there is none at this address. */
export function readAttorney({ api }: SiteContext, id: string) {
  return api.directory.detail({ id }).catch((error: unknown) => {
    if (isRefused(error, 'not-found', 'bad-input')) return null;
    throw error;
  });
}

export interface PostedAttorney {
  answers: Answers;
  key: string;
  version: string;
}

/** Reads the form's native post. What the form does not ask for is kept, for the procedure to refuse. */
export function readPost(posted: FormData): PostedAttorney {
  const own = ['token', 'key', 'version'];
  const entries = [...posted].filter(([name]) => !own.includes(name));
  const { answers, unknown } = decodeStep(getForm(form), step, entries);
  const text = (name: string) => String(posted.get(name) ?? '').slice(0, 100);
  return {
    answers: { ...answers, ...Object.fromEntries(unknown.map((name) => [name, ''])) },
    key: text('key'),
    version: text('version'),
  };
}

/** What a page says when its form, posted without script, was not saved. */
export interface NotSaved extends PostedAttorney {
  status: number;
  problem: Problem;
  isConflict: boolean;
}

/** @returns why nothing was saved, with all that was typed. */
export function presentFailure(error: unknown, posted: FormData): NotSaved {
  const { status, ...problem } = refusalOf(error, presentForm().failed);
  const sent = readPost(posted);
  return {
    ...sent,
    status,
    problem: { ...problem, values: sent.answers },
    isConflict: isRefused(error, 'conflict'),
  };
}
