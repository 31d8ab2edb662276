import type { Outputs } from '#web/app/trpc.ts';

type Level = NonNullable<Outputs['contracts']['detail']['unfiledAt']>;

const levels: Record<Level, string> = {
  initial: 'the first decision',
  reconsideration: 'reconsideration',
  hearing: 'the hearing',
  council: 'the Appeals Council',
  court: 'federal court',
};

/** @returns why a fee agreement that is not filed is urgent. @param level of the claim. */
export function unfiledText(level: Level): string {
  return `SSA-1696 and fee agreement not filed: needed before a favorable decision, and the claim is at ${levels[level]}.`;
}
