import type { Answers } from '@claimdesk/forms/definition';
import { allDefinitions } from '@claimdesk/forms/development';
import { readExamples } from '@claimdesk/forms/examples';
import type { DeveloperForms } from '../app/context.ts';

/** The forms as their files are now: this module is run as it is, not built, so a start of the site is enough. */
export const developerForms: DeveloperForms = {
  definitions: allDefinitions(),
  exampleOf(form) {
    const examples = readExamples(form, 'valid').map(({ content }) => content as Answers);
    return examples.reduce((most, each) => (sizeOf(each) > sizeOf(most) ? each : most), {});
  },
};

function sizeOf(answers: Answers): number {
  return JSON.stringify(answers).length;
}
