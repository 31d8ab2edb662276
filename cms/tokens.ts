import { closest } from 'fastest-levenshtein';
import { figureDefinitions } from './figures/definitions.ts';

/** A name that editors write as `{{name}}` in text and that the site replaces when it shows the page. */
export type Token = { name: string; description: string };

export const tokens: Token[] = [
  { name: 'firmName', description: 'The name of the firm.' },
  { name: 'phone', description: 'The phone number of the firm.' },
  { name: 'email', description: 'The email address of the firm.' },
  { name: 'factsYear', description: 'The year of the newest amounts in force.' },
  { name: 'asOf', description: 'The day since which every figure has been checked.' },
  {
    name: 'appealDaysWithMail',
    description: 'Days to appeal counted from the date on the letter: days to appeal plus days for the mail.',
  },
  { name: 'legalFeeCapSince', description: 'The day since which the fee cap set by law is in force.' },
  {
    name: 'ownCount',
    description:
      'In a sentence with our own results: where it says whose count they are, of which time and how they are counted. Without it, each result is followed by that in brackets.',
  },
  { name: 'representative', description: 'Who represents clients, with credentials.' },
  // Texts that editors wrote may still have these.
  { name: 'resultsPeriod', description: 'Says only "so far". Better use {{ownCount}}.' },
  { name: 'ssiMonthlyAbout', description: 'The same as {{ssiMonthlyMaximum}}, which is the one to use.' },
  ...figureDefinitions.map(({ name, description }) => ({ name, description })),
];

/** The help below a field with the menu of figures. */
export const tokenHelp =
  'For a current figure type / and the first letters of its name, or choose it from "Figures" in the toolbar.';

/** The help below a field of plain text. */
export const tokenHint =
  'For a current figure write its token, such as {{phone}}; "Figures" above the form has them all, to copy.';

/** What a derived token shows of the figures. */
const derived: Record<string, readonly string[]> = {
  appealDaysWithMail: ['appealDays', 'receiptDays'],
  legalFeeCapSince: ['legalFeeCap'],
  ssiMonthlyAbout: ['ssiMonthlyMaximum'],
};
/** What a part of a page calculates with, by what stands in a stored document. */
const calculated: Record<string, readonly string[]> = {
  '"blockType":"deadlineHelper"': ['appealDays', 'receiptDays'],
  '"calculator":"backPay"': ['feePercent', 'feeCap', 'legalFeeCap', 'retroactiveMonths'],
  '"calculator":"lastInsured"': ['workCreditEarnings'],
  '"calculator":"ssi"': [
    'ssiMonthlyMaximum',
    'ssiMonthlyMaximumCouple',
    'ssiResourceSingle',
    'ssiResourceCouple',
  ],
};

/** @returns the names of the figures that a stored document shows: those of its tokens and those of its calculators. */
export function figuresIn(document: unknown): string[] {
  const text = JSON.stringify(document) ?? '';
  const written = [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name);
  for (const [part, figures] of Object.entries(calculated)) if (text.includes(part)) written.push(...figures);
  const shown = new Set(written.flatMap((name) => derived[name] ?? [name]));
  return figureDefinitions.map(({ name }) => name).filter((name) => shown.has(name));
}

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
