import type { Answers } from '@claimdesk/forms/definition';
import { allDefinitions } from '@claimdesk/forms/development';
import { readExamples } from '@claimdesk/forms/examples';
import { validateAnswers } from '@claimdesk/forms/validate';
import type { DeveloperForms } from '../app/context.ts';

const definitions = allDefinitions();

/** The forms as their files are now: this module is run as it is, not built, so a start of the site is enough. */
export const developerForms: DeveloperForms = {
  definitions,
  exampleOf(form) {
    const definition = definitions.find((each) => each.form === form);
    const stored = readExamples(form, 'valid').map(({ content }): Answers => {
      const verdict = definition && validateAnswers(definition, content);
      return verdict?.ok ? verdict.answers : {};
    });
    return stored.reduce((most, each) => (sizeOf(each) > sizeOf(most) ? each : most), {});
  },
};

function sizeOf(answers: Answers): number {
  return JSON.stringify(answers).length;
}
