import frequencies from './name-frequencies.json' with { type: 'json' };

/** What is shared by many more people than other names and beginnings of names: how many of 100,000 people have it. */
type Frequencies = ReadonlyMap<string, number>;

/**
 * Names of the United States by the census of 1990, half of the first names from each sex. The file lists names that at least 12 of 100,000
 * people have, and beginnings of three letters of at least 25, as numbers followed by all that have that number.
 */
export const [lastNames, firstNames, beginnings] = [
  readFrequencies(frequencies.last),
  readFrequencies(frequencies.first),
  readFrequencies(frequencies.beginnings),
] as const;

function readFrequencies(lines: readonly string[]): Frequencies {
  const found = new Map<string, number>();
  let count = 0;
  for (const word of lines.flatMap((line) => line.split(' '))) {
    if (/^\d+$/.test(word)) count = Number(word);
    else found.set(word, count);
  }
  return found;
}
