import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

const atLeast = 12;
const atMost = 200;
/** From 0 to 4; 3 means more than a hundred million guesses. */
const goodScore = 3;

let guesser: Promise<ZxcvbnFactory> | undefined;

/** @param personalWords that an attacker would try first. @returns what to do instead, or null. */
export async function findPasswordFault(
  password: unknown,
  personalWords: (string | null | undefined)[] = [],
): Promise<string | null> {
  if (typeof password !== 'string') return 'Type a password.';
  if ([...password].length < atLeast)
    return `Use at least ${atLeast} characters. Three or four words in a row work well.`;
  if (password.length > atMost) return `Use at most ${atMost} characters.`;
  guesser ??= loadGuesser();
  const words = ['claimdesk', ...personalWords]
    .flatMap((text) => [text ?? '', ...(text ?? '').split(/[\s@.]+/)])
    .filter(Boolean);
  const { score } = (await guesser).check(password, words);
  return score >= goodScore
    ? null
    : 'This password is easy to guess. Use three or four words that have nothing to do with each other.';
}

/** The lists of common passwords are large, so they are loaded when the first password is set. */
async function loadGuesser(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
