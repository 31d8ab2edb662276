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
  return `Not filed: the SSA-1696 and the fee agreement. The claim is at ${levels[level]}, and they have to be filed before any favorable decision.`;
}
