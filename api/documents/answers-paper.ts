import { presentAnswers } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import type { PaperPart, PaperRow } from './paper.ts';

/** What stands in a document in place of an answer that must not travel by mail. */
export const withheldText = 'Given, kept encrypted, not printed here';

/** The answers to one step of a form, for somebody who may pass them on. */
export interface AnswerSection {
  title: string;
  rows: PaperRow[];
}

interface Left {
  /** Fields of which only is said that they were answered. */
  withheld?: readonly string[];
  /** Fields that are left out. */
  without?: readonly string[];
}

/**
 * The answers to any form, step by step, in the words that the form had when it was answered. What the form marks as
 * masked or secret is not in it.
 */
export function answerSections(
  definition: FormDefinition,
  answers: Answers,
  { withheld = [], without = [] }: Left = {},
): AnswerSection[] {
  const shown = presentAnswers(definition, answers, { hidden: new Set(without) });
  return definition.ui.steps.flatMap(({ id, title }) => {
    const rows = shown
      .filter(({ step }) => step === id)
      .map(({ field, question, value }) => ({
        label: question,
        value: withheld.includes(field) && Object.hasOwn(answers, field) ? withheldText : value,
      }));
    return rows.length > 0 ? [{ title, rows }] : [];
  });
}

/** The same as parts of a document: a heading and a table for each step. */
export function answerParts(definition: FormDefinition, answers: Answers, left: Left = {}): PaperPart[] {
  return answerSections(definition, answers, left).flatMap(({ title, rows }): PaperPart[] => [
    { kind: 'heading', level: 2, text: title },
    { kind: 'table', caption: title, rows },
  ]);
}
