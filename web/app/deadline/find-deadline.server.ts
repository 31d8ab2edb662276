import type { SiteContext } from '../context.ts';
import { statusOf } from '../procedure-errors.server.ts';
import { type DeadlineAnswer, dateParts, fieldName, type TypedDate } from './deadline-answer.ts';

/** Longer than any date; what is cut off was none. */
const partAtMost = 20;

/**
 * Answers the form of the deadline helper, which sends its three fields in the address of the page it stands on.
 *
 * @returns what was typed with either the deadline or what is wrong; neither when nothing was asked. A page that shows a
 * problem answers 400 and puts "Error: " before its title; one that shows either is `no-store`.
 */
export async function findDeadline(
  parameters: URLSearchParams,
  api: SiteContext['api'],
): Promise<DeadlineAnswer> {
  const part = (name: keyof TypedDate) => (parameters.get(fieldName(name)) ?? '').slice(0, partAtMost);
  const typed = { month: part('month'), day: part('day'), year: part('year') };
  const nothing = { typed, deadline: null, problem: null };
  if (!dateParts.some((name) => parameters.has(fieldName(name)))) return nothing;
  try {
    return { ...nothing, deadline: await api.deadlines.appeal({ letter: typed }) };
  } catch (error) {
    if (!(error instanceof Error) || statusOf(error) !== 400) throw error;
    const { fields = {} } = (error.cause ?? {}) as { fields?: Record<string, string> };
    return {
      ...nothing,
      problem: { message: error.message, wrong: dateParts.filter((name) => name in fields) },
    };
  }
}
