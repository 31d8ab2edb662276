import { closest } from 'fastest-levenshtein';
import { figureDefinitions } from './figures/definitions.ts';

/** The names that editors write as `{{name}}` in text and that the site replaces when it shows the page. */
export const tokens: readonly string[] = [
  'firmName',
  'phone',
  'email',
  'factsYear',
  'asOf',
  'appealDaysWithMail',
  'legalFeeCapSince',
  'ownCount',
  'representative',
  // Texts that editors wrote may still have these.
  'resultsPeriod',
  'ssiMonthlyAbout',
  ...figureDefinitions.map(({ name }) => name),
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

/**
 * Checks the tokens in one run of text.
 *
 * @returns a sentence for the editor that names the first faulty token and, for an unknown one, the nearest known token;
 * undefined if all are valid.
 */
export function findTokenFault(text: string): string | undefined {
  for (const [written, name = ''] of text.matchAll(/\{\{([^{}]*)\}\}/g)) {
    if (!tokens.includes(name)) return `${written} is not known. Did you mean {{${nearestToken(name)}}}?`;
  }
  const rest = text.replace(/\{\{[^{}]*\}\}/g, '');
  if (rest.includes('{{') || rest.includes('}}')) {
    return 'A {{token}} is not complete. Write it in one go with two braces on each side and one style, such as {{phone}}.';
  }
  return undefined;
}

function nearestToken(name: string): string {
  const lowerCased = tokens.map((token) => token.toLowerCase());
  return tokens[lowerCased.indexOf(closest(name.trim().toLowerCase(), lowerCased))] ?? '';
}
