import { wordPairs } from '@claimdesk/cms/directory-words';

/**
 * Finds what a search of several words begins with, so that the index reads few attorneys beside those whom it finds: the pairs of
 * its words, or whatever of the search fits the fewest.
 *
 * @param search for each thing that was typed the terms that it may stand for, a word first where it may be one; at least one thing.
 * @param count of the attorneys who have one of the terms, exact or not; asked only where there is a choice.
 * @returns terms of which every attorney whom the search finds has one, and possibly others have.
 */
export async function rarestTerms(
  search: readonly string[][],
  count: (terms: string[]) => Promise<number>,
): Promise<string[]> {
  const choices = choicesOf(search);
  if (choices.length < 2) return choices.flat();
  const counted = await Promise.all(choices.map(async (terms) => ({ terms, count: await count(terms) })));
  return counted.toSorted((one, other) => one.count - other.count)[0]?.terms ?? [];
}

/** @returns a condition of the attorneys who have all that was typed, as an expression: the query planner can't use an index for it. */
export function havingAll(search: readonly string[][]) {
  // A term begins with a letter or a digit, so it can't be read as a field path.
  const all = search.map((terms) => ({ $or: terms.map((term) => ({ $in: [term, '$search'] })) }));
  return all.length > 1 ? { $expr: { $and: all } } : {};
}

/** A pair is rarer than either of its words, so pairs are not counted. */
function choicesOf(search: readonly string[][]): string[][] {
  const paired = new Set<string[]>();
  const pairs = search.flatMap((one, at) =>
    search.slice(at + 1).flatMap((other) => {
      const [pair] = wordPairs([wordOf(one), wordOf(other)]);
      if (pair === undefined) return [];
      for (const terms of [one, other]) paired.add(terms);
      // An attorney with both terms, but not as words, has something else that one of them stands for.
      return [[pair, ...one.slice(1), ...other.slice(1)]];
    }),
  );
  return [...pairs, ...search.filter((terms) => !paired.has(terms))];
}

/** @returns the word that terms stand for; '' where they stand for an email address. */
function wordOf([word = '']: readonly string[]): string {
  return word.includes(':') ? '' : word;
}
