import { type DatedValue, dayOf, inOrder, valueOn } from '@claimdesk/cms/dated-values';
import { attributionOf, ownCountWords, yearOf } from '@claimdesk/cms/figure-words';
import { definitionOf } from '@claimdesk/cms/figures';
import { isOverdue } from '@claimdesk/cms/is-overdue';
import { isPublicAddress } from '@claimdesk/cms/production';
import { type YearlyChange, yearlyChange } from '@claimdesk/cms/yearly-reminder';
import { longDate, shortDate } from '@claimdesk/forms/calendar';
import { easternToday } from '@claimdesk/forms/eastern-time';
import type { Deps } from '#api/platform/deps.ts';
import { addDays } from './deadlines/calendar-date.ts';
import type { TokenValues } from './render-rich-text.ts';

/** The collections that hold what texts show by tokens: the figures, and the firm's name and contact details. */
export const tokenSources = ['globals', 'figures'] as const;

/** A figure as the site shows it today. Days are `YYYY-MM-DD`. */
export interface FigureToday {
  label: string;
  value: string;
  /** Shown beside the value; only for figures that change each year. */
  year?: string;
  /** Whose figure it is, said beside it; only for results and averages. */
  attribution?: string;
  /** A result that the firm claims for itself. */
  isOwn?: true;
  validFrom: string;
  checkedOn: string;
  /** The day of review has passed. */
  overdue: boolean;
  /** From October on, what comes with the new year; only for figures that change each year. */
  change?: YearlyChange;
}

/** By the figure's name. */
export type FiguresToday = Readonly<Record<string, FigureToday>>;

/** What a page says about the figures on it. */
export interface FigureNotes {
  /** US short date: all figures on the page were checked on that day or later; null without figures. */
  asOf: string | null;
  /** The same for the amounts that change each year; null without any. */
  yearlyAsOf: string | null;
  /** From October on, what comes with the new year; null without figures that change each year. */
  newYear: NewYear | null;
  /** Figures overdue for review; with the US short date of the last check. */
  overdue: { label: string; value: string; checkedOn: string }[];
}

/** The change of yearly amounts on January 1. Days in words. */
export interface NewYear {
  /** The first day of the new amounts, and the last one of those that are shown. */
  from: string;
  until: string;
  /** Whether the new value of any is not known yet. */
  isIncomplete: boolean;
  /** The amounts whose new value is known. */
  known: { label: string; value: string; next: string }[];
}

type Dependencies = Pick<Deps, 'payload' | 'content'>;

/** What it takes to know what is said beside a figure, too. */
type WithSettings = Pick<Deps, 'payload' | 'content' | 'settings'>;

/** @returns every value of every figure, past and future ones too, by the figure's name. */
async function readDatedValues({ payload, content }: Dependencies): Promise<Record<string, DatedValue[]>> {
  return content.remember('dated figures', ['figures'], async () => {
    const { docs } = await payload.find({
      collection: 'figures',
      sort: 'order',
      select: { name: true, values: true },
      limit: 200,
      pagination: false,
      depth: 0,
      overrideAccess: false,
    });
    return Object.fromEntries(docs.map(({ name, values }) => [name, values]));
  });
}

/** @returns the figures in force today in New Jersey. The cache lets nothing live past midnight there, so they change by themselves. */
export function readFigures(deps: WithSettings): Promise<FiguresToday> {
  return deps.content.remember('figures', ['figures'], async () => {
    const today = easternToday();
    const figures = Object.entries(await readDatedValues(deps)).flatMap(([name, values]) => {
      const definition = definitionOf(name);
      const value = valueOn(values, today);
      if (!definition || !value) return [];
      const year = yearOf(definition, value);
      const attribution = attributionOf(definition, value, isPublicAddress(deps.settings.PUBLIC_URL));
      const change = yearlyChange(definition, values, today);
      const figure: FigureToday = {
        label: definition.label,
        value: value.value,
        ...(year ? { year } : {}),
        ...(attribution ? { attribution } : {}),
        ...(definition.ownCount ? { isOwn: true } : {}),
        validFrom: dayOf(value.validFrom),
        checkedOn: dayOf(value.checkedOn),
        overdue: isOverdue(value.reviewBy, today),
        ...(change ? { change } : {}),
      };
      return [[name, figure] as const];
    });
    return Object.fromEntries(figures);
  });
}

/** The figures that the site calculates with on days of the past. */
type CalculatedFigure =
  | 'appealDays'
  | 'receiptDays'
  | 'retroactiveMonths'
  | 'feePercent'
  | 'feeCap'
  | 'legalFeeCap';

/**
 * @param day `YYYY-MM-DD`; of a day to come, what is known now.
 * @returns the number that was in force on that day; before the first value that is stored, the first. Dollars and percent
 * as they are written.
 * @throws Error if the figure is not there: nothing may be calculated without it.
 */
export async function readNumberOn(name: CalculatedFigure, day: string, deps: Dependencies): Promise<number> {
  const values = (await readDatedValues(deps))[name] ?? [];
  const found = valueOn(values, day) ?? inOrder(values)[0];
  if (!found) throw new Error(`The figure ${name} is missing.`);
  return amountIn(found.value);
}

/** @returns the first day for which a value of the figure is known. @throws Error if the figure is not there. */
export async function firstDayOf(name: CalculatedFigure, deps: Dependencies): Promise<string> {
  const [first] = inOrder((await readDatedValues(deps))[name] ?? []);
  if (!first) throw new Error(`The figure ${name} is missing.`);
  return dayOf(first.validFrom);
}

/** @returns the number in a figure, whether an amount, "25%" or "60"; of a range its upper end. */
export function amountIn(value: string): number {
  return Number(
    value
      .match(/\d[\d,]*(?:\.\d+)?/g)
      ?.at(-1)
      ?.replaceAll(',', ''),
  );
}

/** @returns the values of these figures today with what is said beside them, by name, and what a page with them says about them. */
export async function readFigureTexts(
  names: readonly string[],
  deps: WithSettings,
): Promise<FigureNotes & { values: Record<string, string> }> {
  const figures = await readFigures(deps);
  const values = names.flatMap((name) => {
    const { value, attribution } = figures[name] ?? {};
    return value ? [[name, attribution ? `${value} (${attribution})` : value]] : [];
  });
  return { values: Object.fromEntries(values), ...notesOn(names, figures) };
}

/** @param names of the figures on a page. */
export function notesOn(names: Iterable<string>, figures: FiguresToday): FigureNotes {
  const shown = [...new Set(names)].flatMap((name) => figures[name] ?? []);
  return {
    asOf: oldestCheck(shown),
    yearlyAsOf: oldestCheck(shown.filter(({ year }) => year)),
    newYear: newYearOf(shown),
    overdue: shown
      .filter(({ overdue }) => overdue)
      .map(({ label, value, checkedOn }) => ({ label, value, checkedOn: shortDate(checkedOn) })),
  };
}

function newYearOf(figures: readonly FigureToday[]): NewYear | null {
  const changing = figures.flatMap(({ label, value, change }) => (change ? { label, value, change } : []));
  const [first] = changing;
  if (!first) return null;
  const { from } = first.change;
  return {
    from: longDate(from),
    until: longDate(addDays(from, -1)),
    isIncomplete: changing.some(({ change }) => change.value === null),
    known: changing.flatMap(({ label, value, change }) =>
      change.value === null ? [] : { label, value, next: change.value },
    ),
  };
}

/** @returns the day since which all of these were checked, as a US short date; null without figures. */
export function oldestCheck(figures: readonly FigureToday[]): string | null {
  const [oldest] = figures.map(({ checkedOn }) => checkedOn).sort();
  return oldest ? shortDate(oldest) : null;
}

/** @returns what the derived tokens show, such as the year of the newest amounts. */
export function derivedTokens(figures: FiguresToday): TokenValues {
  const { appealDays, receiptDays, legalFeeCap, ssiMonthlyMaximum } = figures;
  const all = Object.values(figures);
  return {
    factsYear:
      all
        .flatMap(({ year }) => year ?? [])
        .sort()
        .at(-1) ?? '',
    asOf: oldestCheck(all) ?? '',
    appealDaysWithMail:
      appealDays && receiptDays ? String(Number(appealDays.value) + Number(receiptDays.value)) : '',
    // Where a sentence has no result of the firm.
    ownCount: ownCountWords,
    // In texts from before each result had its own period.
    resultsPeriod: 'so far',
    legalFeeCapSince: legalFeeCap ? longDate(legalFeeCap.validFrom) : '',
    // The name of a figure that was merged into this one, in texts from before.
    ssiMonthlyAbout: ssiMonthlyMaximum ?? '',
  };
}
