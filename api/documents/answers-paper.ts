import { presentAnswers } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import type { PaperPart } from './paper.ts';

/** What stands in a document in place of an answer that must not travel by mail. */
export const withheldText = 'Given, kept encrypted, not printed here';

/**
 * The answers to any form as parts of a document: a heading and a table for each step, in the words that the form had
 * when it was answered.
 *
 * @param withheld fields of which only is said that they were answered. @param without fields that are left out.
 */
export function answerParts(
  definition: FormDefinition,
  answers: Answers,
  { withheld = [], without = [] }: { withheld?: readonly string[]; without?: readonly string[] } = {},
): PaperPart[] {
  const hidden = new Set(without);
  const shown = presentAnswers(definition, answers, { hidden });
  return definition.ui.steps.flatMap(({ id, title }): PaperPart[] => {
    const rows = shown
      .filter(({ step }) => step === id)
      .map(({ field, question, value }) => ({
        label: question,
        value: withheld.includes(field) && Object.hasOwn(answers, field) ? withheldText : value,
      }));
    if (rows.length === 0) return [];
    return [
      { kind: 'heading', level: 2, text: title },
      { kind: 'table', caption: title, rows },
    ];
  });
}
