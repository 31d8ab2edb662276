import type { AppRouter } from '@claimdesk/api/router';
import type { inferRouterOutputs } from '@trpc/server';

type Outputs = inferRouterOutputs<AppRouter>;

export interface Results {
  /** The last day to appeal, and how it was counted. Dates are `YYYY-MM-DD`. */
  deadline: Outputs['deadlines']['appeal'];
  backPay: Outputs['calculators']['backPay'];
  lastInsured: Outputs['calculators']['lastInsured'];
  ssi: Outputs['calculators']['ssi'];
}

export type CalculatorName = keyof Results;

export type Typed = Readonly<Record<string, string>>;

/** What one calculator shows: nothing yet, a result, or what to correct. */
interface Answer<Name extends CalculatorName> {
  calculator: Name;
  typed: Typed;
  result: Results[Name] | null;
  /** How to correct what was typed, by the name of the input, in the order of the questions. */
  faults: Readonly<Record<string, string>> | null;
}

export type CalculatorAnswer = { [Name in CalculatorName]: Answer<Name> }[CalculatorName];

/**
 * @returns the fragment of the form's response, which takes the focus: the result, or the problem; before either, the
 * calculator itself.
 */
export function anchorOf(calculator: CalculatorName): string {
  return calculator === 'deadline' ? 'deadline' : 'calculator';
}

/** Days before the end from which a deadline is shown as an emergency. */
export const urgentDays = 14;

/** Of one input: longer than any date or amount. */
export const mostCharacters = 20;

/** The periods of work that one can name, by the number at the end of their inputs' names. */
export const workPeriods = [1, 2, 3, 4] as const;
