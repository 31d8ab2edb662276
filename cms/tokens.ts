import { figureGroups } from './facts/figures.ts';

/** A name that editors write as `{{name}}` in text and that the site replaces when it shows the page. */
export type Token = { name: string; description: string };

export const tokens: Token[] = [
  { name: 'firmName', description: 'The name of the firm.' },
  { name: 'phone', description: 'The phone number of the firm.' },
  { name: 'email', description: 'The e-mail address of the firm.' },
  { name: 'asOf', description: 'The day on which the figures were checked last.' },
  {
    name: 'appealDaysWithMail',
    description: 'Days to appeal counted from the date on the letter: days to appeal plus days for the mail.',
  },
  ...figureGroups.flatMap((group) => group.figures).map(({ name, description }) => ({ name, description })),
];

/** What editors read below a text field that may hold tokens. */
export const tokenHelp = `Write these to show a current figure: ${tokens.map(({ name }) => `{{${name}}}`).join(' ')}`;

/** The same for places with many text fields, where the whole list would be in the way. */
export const tokenHint =
  'For a current figure write its token, such as {{phone}}; "Facts and figures" shows them all.';

const names = new Set(tokens.map(({ name }) => name));

/**
 * Checks the tokens in one run of text. Answers a sentence for the editor naming the first faulty token and,
 * for an unknown one, the nearest known token; nothing when all is well.
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
  const wanted = name.trim().toLowerCase();
  const ranked = tokens
    .map((token) => ({ name: token.name, distance: countEdits(wanted, token.name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name ?? '';
}

/** Levenshtein distance: how many letters must be added, removed or replaced to turn `from` into `to`. */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
