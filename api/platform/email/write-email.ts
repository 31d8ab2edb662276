import { emailHtml } from './email-html.ts';
import { closingLines, type EmailParts } from './email-parts.ts';

export interface WrittenEmail {
  /** The firm's name, shown as the sender. */
  sender: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Writes an email as plain text and as HTML, from the same parts in the same order.
 *
 * @throws Error when the action's URL is not http or https.
 */
export function writeEmail(parts: EmailParts): WrittenEmail {
  const { firm, action } = parts;
  if (action && !/^https?:\/\/[^\s"<>]+$/.test(action.url))
    throw new Error('An email links to the web only.');
  const subject = parts.subject.replace(/\s+/g, ' ').trim();
  return { sender: firm.name, subject, text: emailText(parts), html: emailHtml({ ...parts, subject }) };
}

function emailText({ firm, heading, paragraphs, action, reference }: EmailParts): string {
  return [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(reference ? [`Your reference: ${reference}`] : []),
    closingLines(firm).join('\n'),
  ].join('\n\n');
}
