import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openDeps } from '../../../tests/setup/deps.ts';
import { makeKeys, parseKeys } from './key-ring.ts';
import { beginnings, firstNames, lastNames } from './name-frequencies.ts';
import { drawTokens, sharesOf } from './search-tokens.ts';

const records = 10_000;
const lengths = [3, 4, 5, 6, 8];
const [{ secret }] = parseKeys(makeKeys()).lookups;
type Names = ReadonlyMap<string, number>;
type Kind = 'first' | 'last';
const common: Record<Kind, Names> = { first: firstNames, last: lastNames };

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(async () => {
  await deps.portal.dropCollection('stolen_tokens');
  await deps.close();
});

/** Draws from words by their counts. */
function drawer(words: Names): () => string {
  const ends: [number, string][] = [];
  let sum = 0;
  for (const [word, count] of words) {
    sum += count;
    ends.push([sum, word]);
  }
  return () => {
    const at = Math.random() * sum;
    return ends.find(([end]) => at < end)?.[1] ?? '';
  };
}

/** Draws names as the census has them. Those that are not common begin as others do and are nobody else's. */
function nameDrawer(names: Names): () => string {
  const listed = sumOf(names.values()) / 100_000;
  const [drawCommon, drawBeginning] = [drawer(names), drawer(beginnings)];
  return () =>
    Math.random() < listed
      ? drawCommon()
      : `${drawBeginning()}${Math.random().toString(36).slice(2, 8).padEnd(6, 'q')}`;
}

const sumOf = (numbers: Iterable<number>) => [...numbers].reduce((sum, each) => sum + each, 0);
const beginningOf = (name: string, length: number) => name.slice(0, length).padEnd(length, '$');

/** @returns in how many of the records a beginning is to be expected, as the census says. */
function expectedRecords(): Map<string, number> {
  const expected = new Map<string, number>();
  const add = (text: string, share: number) =>
    expected.set(text, (expected.get(text) ?? 0) + share * records);
  for (const names of Object.values(common)) {
    for (const [name, count] of names)
      for (const length of lengths) add(beginningOf(name, length), count / 100_000);
    const rare = 1 - sumOf(names.values()) / 100_000;
    for (const [text, count] of beginnings) add(text, (rare * count) / sumOf(beginnings.values()));
  }
  return expected;
}

/**
 * Guesses the name behind five tokens by how many records have each: the name that the census makes most likely. It knows how tokens
 * are made, all but the key, and it is told more than a dump says: which tokens are of the first and of the last name, and
 * which of them is of how many letters.
 */
function guesser(kind: Kind, expected: Map<string, number>) {
  const names = [...common[kind].keys()];
  const guesses = new Map<string, string>();
  const known = new Map<string, Float64Array>();
  /** @returns the likelihood of a count under each name, as a logarithm. */
  function weigh(length: number, count: number): Float64Array {
    const key = `${length} ${count}`;
    const weights = known.get(key) ?? Float64Array.from(names, (name) => logLikelihood(name, length, count));
    known.set(key, weights);
    return weights;
  }
  function logLikelihood(name: string, length: number, count: number): number {
    const text = beginningOf(name, length);
    const shares = sharesOf(['name', text]);
    const more = shares - Math.floor(shares);
    const chances: [number, number][] = [
      [Math.floor(shares) + 1, 1 - more],
      [Math.floor(shares) + 2, more],
    ];
    const likelihood = chances.map(([variants, chance]) => {
      const mean = (expected.get(text) ?? 0) / variants;
      return chance * Math.exp(count * Math.log(mean) - mean - logFactorial(count));
    });
    return Math.log(sumOf(likelihood) + 1e-300);
  }
  return (counts: readonly number[]): string => {
    const key = counts.join();
    const guessed = guesses.get(key);
    if (guessed !== undefined) return guessed;
    const scores = Float64Array.from(names, (name) => Math.log(common[kind].get(name) ?? 0));
    for (const [at, count] of counts.entries()) {
      const weights = weigh(lengths[at] ?? 0, count - 1);
      for (let name = 0; name < scores.length; name += 1)
        scores[name] = (scores[name] ?? 0) + (weights[name] ?? 0);
    }
    const best = names[scores.indexOf(Math.max(...scores))] ?? '';
    guesses.set(key, best);
    return best;
  };
}

function logFactorial(count: number): number {
  let sum = 0;
  for (let factor = 2; factor <= count; factor += 1) sum += Math.log(factor);
  return sum;
}

interface Person {
  names: Record<Kind, string>;
  /** In the order of the lengths. */
  tokens: Record<Kind, string[]>;
}

function makePerson(draw: Record<Kind, () => string>): Person {
  const names = { first: draw.first(), last: draw.last() };
  const others = { phones: [], emails: [], references: [] };
  const tokens = drawTokens(
    { secret, collection: 'people' },
    { names: [names.first, names.last], ...others },
  );
  return { names, tokens: { first: tokens.slice(0, 5), last: tokens.slice(5, 10) } };
}

/** Stores them as records are stored. @returns how many records of the database have each token. */
async function countStolen(people: readonly Person[], portal: Connection): Promise<Map<string, number>> {
  const stolen = portal.collection('stolen_tokens');
  await stolen.insertMany(
    people.map(({ tokens }) => ({
      search_tokens: [{ t: [...new Set([...tokens.first, ...tokens.last])].sort() }],
    })),
  );
  const counted = await stolen
    .aggregate<{ _id: string; count: number }>([
      { $unwind: '$search_tokens' },
      { $unwind: '$search_tokens.t' },
      { $group: { _id: '$search_tokens.t', count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(counted.map(({ _id, count }) => [_id, count]));
}

it('a stolen database gives less than twice as many names away as a guess of the commonest one, by the frequencies of the census', async () => {
  const draw = { first: nameDrawer(firstNames), last: nameDrawer(lastNames) };
  const people = Array.from({ length: records }, () => makePerson(draw));
  const counts = await countStolen(people, deps.portal);
  const expected = expectedRecords();
  for (const kind of ['first', 'last'] as const) {
    const guess = guesser(kind, expected);
    const [commonest = ''] = common[kind].keys();
    const hits = people.filter(
      ({ names, tokens }) => guess(tokens[kind].map((token) => counts.get(token) ?? 0)) === names[kind],
    ).length;
    const base = people.filter(({ names }) => names[kind] === commonest).length;
    if (process.env.PRINT_LEAK)
      process.stdout.write(`${kind} names: ${hits}, base rate ${base} of ${records}\n`);
    expect(hits).toBeGreaterThan(0);
    expect(hits).toBeLessThan(2 * base);
  }
});
