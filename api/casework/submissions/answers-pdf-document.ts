import { presentAnswers } from '@claimdesk/forms/answers';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import type { PdfPart, PdfRow } from '#api/platform/documents/pdf/pdf-document.ts';

/** Shown in a document in place of an answer that must not travel by email. */
export const withheldText = 'Given, kept encrypted, not printed here';

/** The answers to one step of a form, for a reader who may share them. */
export interface AnswerSection {
  title: string;
  rows: PdfRow[];
}

interface Redaction {
  /** Fields shown only as answered, without the answer. */
  withheld?: readonly string[];
  /** Fields left out entirely. */
  without?: readonly string[];
  /** Fields with their short title, where the question would make no sense to the reader. */
  short?: readonly string[];
}

/**
 * The answers to any form, step by step, in the form's words at the time. Excludes what the form marks as masked or
 * secret.
 */
export function answerSections(
  definition: FormDefinition,
  answers: Answers,
  { withheld = [], without = [], short = [] }: Redaction = {},
): AnswerSection[] {
  const shown = presentAnswers(definition, answers, { hidden: new Set(without) });
  return definition.ui.steps.flatMap(({ id, title }) => {
    const rows = shown
      .filter(({ step }) => step === id)
      .map(({ field, question, shortTitle, value }) => ({
        label: short.includes(field) ? shortTitle : question,
        value: withheld.includes(field) && Object.hasOwn(answers, field) ? withheldText : value,
      }));
    return rows.length > 0 ? [{ title, rows }] : [];
  });
}

/** The same as parts of a PDF document: a heading and a table for each step. */
export function answerParts(
  definition: FormDefinition,
  answers: Answers,
  redaction: Redaction = {},
): PdfPart[] {
  return answerSections(definition, answers, redaction).flatMap(({ title, rows }): PdfPart[] => [
    { kind: 'heading', level: 2, text: title },
    { kind: 'table', caption: title, rows },
  ]);
}
