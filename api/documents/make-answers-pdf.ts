import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { answerParts } from './answers-paper.ts';
import type { Paper } from './paper.ts';
import type { Printer } from './printer.ts';

/**
 * Prints what somebody answered to any form, in the words that the form had then. What the form marks as masked is not
 * printed.
 *
 * @param about the document's title, whose it is, its reference and the moment that it was sent.
 */
export function makeAnswersPdf(
  definition: FormDefinition,
  answers: Answers,
  about: Pick<Paper, 'title' | 'firm' | 'reference' | 'date'>,
  printer: Printer,
): Promise<Buffer> {
  const sent = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(about.date);
  return printer.print({
    ...about,
    parts: [
      { kind: 'paragraph', text: `Sent on ${sent} (Eastern time).` },
      ...answerParts(definition, answers),
    ],
  });
}
