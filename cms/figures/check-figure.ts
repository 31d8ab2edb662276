import type { FigureKind } from './definitions.ts';

const amount = String.raw`\d{1,3}(?:,\d{3})*`;

/** The format of each kind, and the message for a figure in another format. */
const rules: Record<FigureKind, { pattern: RegExp; sentence: string }> = {
  money: {
    pattern: new RegExp(String.raw`^\$(${amount}(?:\.\d\d)?)(?:-\$(${amount}(?:\.\d\d)?))?$`),
    sentence: 'Write an amount in digits with a dollar sign, such as $1,000 or $1,000-$1,500.',
  },
  percent: {
    pattern: /^(\d{1,3})(?:-(\d{1,3}))?%\+?$/,
    sentence: 'Write a percentage from 0 to 100 in digits, such as 25%, 10-15% or 85%+.',
  },
  duration: {
    pattern: /^(\d{1,3})(?:-(\d{1,3}))? (?:days|weeks|months|years)$/,
    sentence: 'Write a time in digits with its unit, such as 3-5 months or 60 days.',
  },
  number: { pattern: /^([1-9]\d{0,2})$/, sentence: 'Write a whole number from 1 to 999.' },
  count: {
    pattern: new RegExp(String.raw`^(${amount})\+?$`),
    sentence: 'Write a number in digits, such as 200 or 10,000+.',
  },
};

/** @returns a sentence with an example if the figure has the wrong format; undefined if it is valid. */
export function findFigureFault(kind: FigureKind, value: string): string | undefined {
  const { pattern, sentence } = rules[kind];
  const found = pattern.exec(value);
  if (!found) return sentence;
  const [low = 0, high] = found.slice(1).map((digits) => digits && Number(digits.replaceAll(',', '')));
  if (high !== undefined && Number(high) <= Number(low))
    return 'Write the smaller figure first, such as 3-5 months or 10-15%.';
  if (kind === 'percent' && Number(high ?? low) > 100) return sentence;
  return undefined;
}
