import { closest } from 'fastest-levenshtein';
import { figureGroups } from './facts/figures.ts';

/** A name that editors write as `{{name}}` in text and that the site replaces when it shows the page. */
export type Token = { name: string; description: string };

export const tokens: Token[] = [
  { name: 'firmName', description: 'The name of the firm.' },
  { name: 'phone', description: 'The phone number of the firm.' },
  { name: 'email', description: 'The email address of the firm.' },
  { name: 'asOf', description: 'The day on which the figures were checked last.' },
  {
    name: 'appealDaysWithMail',
    description: 'Days to appeal counted from the date on the letter: days to appeal plus days for the mail.',
  },
  ...figureGroups.flatMap((group) => group.figures).map(({ name, description }) => ({ name, description })),
];

/** The help below a text field that may contain tokens. */
export const tokenHelp = `Write these to show a current figure: ${tokens.map(({ name }) => `{{${name}}}`).join(' ')}`;

/** A short form for places with many text fields, where the whole list would be in the way. */
export const tokenHint =
  'For a current figure write its token, such as {{phone}}; "Facts and figures" shows them all.';

const names = new Set(tokens.map(({ name }) => name));

/**
 * Checks the tokens in one run of text.
 *
 * @returns a sentence for the editor that names the first faulty token and, for an unknown one, the nearest known token;
 * undefined if all are valid.
 */
export function findTokenFault(text: string): string | undefined {
  for (const [written, name = ''] of text.matchAll(/\{\{([^{}]*)\}\}/g)) {
    if (!names.has(name)) return `${written} is not known. Did you mean {{${nearestToken(name)}}}?`;
  }
  const rest = text.replace(/\{\{[^{}]*\}\}/g, '');
  if (rest.includes('{{') || rest.includes('}}')) {
    return 'A {{token}} is not complete. Write it in one go with two braces on each side and one style, such as {{phone}}.';
  }
  return undefined;
}

function nearestToken(name: string): string {
  const lowerCased = tokens.map((token) => token.name.toLowerCase());
  return tokens[lowerCased.indexOf(closest(name.trim().toLowerCase(), lowerCased))]?.name ?? '';
}
