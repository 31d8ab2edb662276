/** Above this grade a text is too hard for many readers of this site; it warns and never blocks. */
export const hardFrom = 9;

/** With fewer words the grade means nothing. */
const wordsAtLeast = 30;

type Node = { type?: string; text?: string; children?: Node[]; root?: Node };

/** Nodes that hold sentences. Headings don't count, they are no sentences. */
const proseNodes = ['paragraph', 'listitem', 'quote'];

/**
 * The Flesch-Kincaid grade: the school year in which a reader follows the text, from the length of sentences and words.
 *
 * @param passages each begins a new sentence. @returns a grade with one decimal; undefined if the text is too short.
 */
export function readingGrade(passages: readonly string[]): number | undefined {
  let [sentences, words, syllables] = [0, 0, 0];
  for (const passage of passages) {
    for (const sentence of passage.split(/(?<=[.!?])["”’)]*\s+/)) {
      const found = sentence.match(/[\p{L}\p{N}$%][\p{L}\p{N}$%'’.,-]*/gu) ?? [];
      if (found.length === 0) continue;
      sentences += 1;
      words += found.length;
      for (const word of found) syllables += countSyllables(word);
    }
  }
  if (words < wordsAtLeast) return undefined;
  const grade = 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59;
  return Math.max(0, Math.round(grade * 10) / 10);
}

/** Groups of vowels, less the silent ones at the end: right for most English words and close for the rest. */
export function countSyllables(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '');
  if (letters.length <= 3) return 1;
  const spoken = letters
    .replace(/(?<=[bdfkmnprtvw])es$|(?<=[^laeiouy])e$|(?<=[^tdl]|[aeioul]l)ed$/, '')
    .replace(/^y/, '');
  return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 0);
}

/** @returns the passages of a rich text, one for each paragraph and list item. Tokens count as a short word. */
export function passagesOf(value: unknown): string[] {
  if (typeof value === 'string') return [withoutTokens(value)];
  if (typeof value !== 'object' || value === null) return [];
  const { root, type, children = [] } = value as Node;
  if (root) return passagesOf(root);
  if (type && proseNodes.includes(type)) {
    const nested = children.filter((child) => child.type === 'list');
    const own = children.filter((child) => child.type !== 'list');
    return [withoutTokens(own.map(textOf).join('')), ...nested.flatMap(passagesOf)];
  }
  return type === 'heading' ? [] : children.flatMap(passagesOf);
}

function textOf({ type, text = '', children = [] }: Node): string {
  return type === 'linebreak' ? ' ' : text + children.map(textOf).join('');
}

function withoutTokens(text: string): string {
  return text.replace(/\{\{\w+\}\}/g, '10');
}
