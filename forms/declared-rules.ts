import { calendarDate } from './calendar.ts';
import type { Answers, DeclaredRule, FieldUi } from './definition.ts';
import type { BrokenRule } from './messages.ts';
import { isMilitaryCity, isMilitaryState } from './states.ts';

/** What the rules of a form's fields look at. */
export interface RuleContext {
  /** The answers of the whole form so far, normalized: a rule may look at an earlier step. */
  answers: Answers;
  /** YYYY-MM-DD */
  today: string;
}

/** @param fields those to be checked. @returns the first broken rule of each, whatever else is wrong with it. */
export function brokenDeclaredRules(
  fields: Readonly<Record<string, Pick<FieldUi, 'rules'>>>,
  context: RuleContext,
): BrokenRule[] {
  return Object.entries(fields).flatMap(([field, { rules = [] }]) => {
    const answer = textOf(context.answers, field);
    const broken = answer ? rules.find((rule) => !holds(rule, answer, context)) : undefined;
    return broken ? [{ path: [field], keyword: 'rule', message: broken.message }] : [];
  });
}

/** @returns the other fields that a rule looks at. */
export function fieldsLookedAt(rule: DeclaredRule): readonly string[] {
  if ('fields' in rule) return rule.fields;
  return 'field' in rule ? [rule.field] : [];
}

/**
 * @returns also true where a rule can't be applied, because what it looks at is missing or wrong and reported as such.
 */
function holds(rule: DeclaredRule, answer: string, { answers, today }: RuleContext): boolean {
  const others = fieldsLookedAt(rule).map((field) => textOf(answers, field));
  if (!others.every((other) => other !== undefined)) return true;
  const [other = ''] = others;
  switch (rule.rule) {
    case 'same-as':
      return answer === other;
    case 'same-text-as':
      return waysToWrite(others).has(foldText(answer));
    case 'not-year-of':
      return !calendarDate.test(other) || answer !== other.slice(0, 4);
    case 'not-end-of':
      return answer.length > other.length || !other.endsWith(answer);
    case 'none-of':
      return !rule.values.includes(answer);
    case 'not-one-character':
      return answer.length < 2 || [...answer].some((each) => each !== answer[0]);
    case 'needs-military-city':
      return !isMilitaryState(answer) || isMilitaryCity(other);
    case 'not-for-military-city':
      return isMilitaryState(answer) || !isMilitaryCity(other);
    case 'possible-ssn':
      return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(answer);
    case 'not-before':
      return !calendarDate.test(answer) || answer >= rule.date;
    case 'not-after-today':
      return !calendarDate.test(answer) || answer <= today;
    case 'years-ago':
      return !calendarDate.test(answer) || yearsLater(answer, rule.years) <= today;
  }
}

/** Somebody born on a leap day turns a year older on March 1 of other years: the text "…-02-29" sorts before it. */
function yearsLater(date: string, years: number): string {
  return `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}${date.slice(4)}`;
}

/** @returns a name from its parts, folded: in their order, with the family name first, and once where both are the same. */
function waysToWrite(parts: readonly (string | undefined)[]): Set<string> {
  const orders = [parts, [...parts].reverse(), [...new Set(parts)]];
  return new Set(orders.map((each) => foldText(each.join(' '))));
}

/** A space between letters of scripts that write names without one. */
const spaceInName =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/gu;

/**
 * Phones put curly apostrophes and long dashes where a person typed plain ones.
 *
 * @returns the text in the form in which two ways to write the same name are equal.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(spaceInName, '$1')
    .trim();
}

function textOf(answers: Answers, field: string): string | undefined {
  const answer = Object.hasOwn(answers, field) ? answers[field] : undefined;
  return typeof answer === 'string' && answer !== '' ? answer : undefined;
}
