import { isDomainError } from '@claimdesk/api/domain-error';
import { partNames } from '@claimdesk/forms/typed-date';
import type { SiteContext } from '#web/app/context.ts';
import {
  type CalculatorAnswer,
  type CalculatorName,
  mostCharacters,
  type Results,
  type Typed,
  workPeriods,
} from '#web/app/ui/components/answer.ts';

interface Calculator<Result> {
  /** The names of its inputs in the page's URL. */
  inputs: readonly string[];
  /** @param typed has every input. @throws DomainError `bad-input` with what to correct. */
  ask(typed: Typed, api: SiteContext['api']): Promise<Result>;
}

const calculators: { [Name in CalculatorName]: Calculator<Results[Name]> } = {
  deadline: {
    inputs: partNames('letter'),
    ask: (typed, api) => api.deadlines.appeal({ letter: dateOf(typed, 'letter') }),
  },
  backPay: {
    inputs: [
      'program',
      'als',
      ...partNames('onset'),
      ...partNames('applied'),
      ...partNames('decided'),
      ...partNames('awarded'),
      'benefit',
    ],
    ask: (typed, api) =>
      api.calculators.backPay({
        program: textOf(typed, 'program'),
        als: typed.als === 'yes',
        onset: dateOf(typed, 'onset'),
        applied: dateOf(typed, 'applied'),
        decided: dateOf(typed, 'decided'),
        awarded: dateOf(typed, 'awarded'),
        benefit: textOf(typed, 'benefit'),
      }),
  },
  lastInsured: {
    inputs: [
      'born-month',
      'born-year',
      ...workPeriods.flatMap((number) => [`from-${number}`, `to-${number}`, `credits-${number}`]),
      'blind',
    ],
    ask: (typed, api) => {
      const { month, year } = dateOf(typed, 'born');
      return api.calculators.lastInsured({
        born: { month, year },
        blind: typed.blind === 'yes',
        work: workPeriods.map((number) => ({
          from: textOf(typed, `from-${number}`),
          to: textOf(typed, `to-${number}`),
          credits: textOf(typed, `credits-${number}`),
        })),
      });
    },
  },
  ssi: {
    inputs: ['who', 'wages', 'other', 'home'],
    ask: (typed, api) =>
      api.calculators.ssi({
        who: textOf(typed, 'who'),
        wages: textOf(typed, 'wages'),
        other: textOf(typed, 'other'),
        sharedHome: typed.home === 'yes',
      }),
  },
};

/**
 * Answers the form of a calculator, which sends its inputs in the URL of its page.
 *
 * @returns what was typed with either the result or what is wrong; neither when nothing was asked. A page that shows a
 * problem answers 400 and puts "Error: " before its title; one that shows either is `no-store`.
 */
export async function findAnswer(
  calculator: CalculatorName,
  parameters: URLSearchParams,
  api: SiteContext['api'],
): Promise<CalculatorAnswer> {
  const { inputs, ask } = calculators[calculator];
  const typed = Object.fromEntries(
    inputs.map((name) => [name, (parameters.get(name) ?? '').slice(0, mostCharacters)]),
  );
  const nothing = { calculator, typed, result: null, faults: null } as CalculatorAnswer;
  if (!inputs.some((name) => parameters.has(name))) return nothing;
  try {
    return { ...nothing, result: await ask(typed, api) } as CalculatorAnswer;
  } catch (error) {
    if (!isDomainError(error) || error.code !== 'bad-input') throw error;
    return { ...nothing, faults: error.fields };
  }
}

function textOf(typed: Typed, name: string): string {
  return typed[name] ?? '';
}

function dateOf(typed: Typed, name: string) {
  return {
    month: textOf(typed, `${name}-month`),
    day: textOf(typed, `${name}-day`),
    year: textOf(typed, `${name}-year`),
  };
}
