import { letterHtml } from './letter-html.ts';
import { closingLines, type LetterParts } from './letter-parts.ts';

export interface Written {
  /** The firm's name, shown as the sender. */
  sender: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Writes one letter twice, as plain text and as HTML, from the same parts in the same order.
 *
 * @throws Error when the address of the action is not one of the web.
 */
export function writeLetter(parts: LetterParts): Written {
  const { firm, action } = parts;
  if (action && !/^https?:\/\/[^\s"<>]+$/.test(action.url))
    throw new Error('A letter links to the web only.');
  const subject = parts.subject.replace(/\s+/g, ' ').trim();
  return { sender: firm.name, subject, text: letterText(parts), html: letterHtml({ ...parts, subject }) };
}

function letterText({ firm, heading, paragraphs, action, reference }: LetterParts): string {
  return [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(reference ? [`Your reference: ${reference}`] : []),
    closingLines(firm).join('\n'),
  ].join('\n\n');
}
