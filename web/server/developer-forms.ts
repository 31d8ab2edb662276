import type { Answers } from '@claimdesk/forms/definition';
import { allDefinitions } from '@claimdesk/forms/development';
import { readExamples } from '@claimdesk/forms/examples';
import { validateAnswers } from '@claimdesk/forms/validate';
import type { DeveloperForms } from '#web/app/context.ts';

const definitions = allDefinitions();

/** The forms as their files are now: this module is not bundled, so restarting the site is enough. */
export const developerForms: DeveloperForms = {
  definitions,
  /** The example with the most answers, and of those the shortest. */
  exampleOf(form) {
    const definition = definitions.find((each) => each.form === form);
    const stored = readExamples(form, 'valid').map(({ content }): Answers => {
      const verdict = definition && validateAnswers(definition, content);
      return verdict?.ok ? verdict.answers : {};
    });
    return stored.sort((a, b) => countAnswers(b) - countAnswers(a) || sizeOf(a) - sizeOf(b))[0] ?? {};
  },
};

function countAnswers(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum, each) => sum + countAnswers(each), 0);
  if (value === null || typeof value !== 'object') return 0;
  return Object.values(value).reduce((sum, each) => sum + 1 + countAnswers(each), 0);
}

function sizeOf(answers: Answers): number {
  return JSON.stringify(answers).length;
}
