/** The page whose words explain themselves wherever they are used. */
export const glossarySlug = 'glossary';

/** A word of the glossary as texts write it. */
export interface Word {
  /** Its anchor on the page of all words. */
  id: string;
  term: string;
  /** Other forms, such as an abbreviation. */
  also: string[];
}

/** @param also as editors write it, separated by commas. @returns the other forms of a word. */
export function otherForms(also: string | null | undefined): string[] {
  return (also ?? '')
    .split(',')
    .map((form) => form.trim())
    .filter(Boolean);
}

/** @returns whether a page explains words in place: the home page stays short, and the glossary itself needs none. */
export function explainsWords(slug: string): boolean {
  return slug !== 'home' && slug !== glossarySlug;
}

/** Marks the words of the glossary in one page or article. */
export interface WordMarker<W extends Word = Word> {
  /** @param html made from rich text. @returns the same, with the first use of each word as a button. */
  mark(html: string): string;
  /** @returns the words that were marked, which the page has to show where their buttons lead. */
  used(): W[];
}

/**
 * Texts in which a word is not marked: a button can not stand in a link, headings are for finding one's way, and the cells
 * of a table are for comparing.
 */
const unmarked = ['a', 'button', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'caption', 'th', 'td', 'dfn'];

/** @param glossary its words are marked at their first use, each only once, in whichever form it has there. */
export function makeWordMarker<W extends Word>(glossary: readonly W[]): WordMarker<W> {
  const used: W[] = [];
  const forms = new Map(
    glossary.flatMap((word) => [word.term, ...word.also].map((form) => [patternOf(form), word])),
  );
  // The longest first, so that "substantial gainful activity" comes before a word within it.
  const patterns = [...forms.keys()].sort((a, b) => b.length - a.length);
  if (patterns.length === 0) return { mark: (html) => html, used: () => used };
  const anyForm = new RegExp(
    `([(“]*)(?<![\\w-])(?:${patterns.map((each) => `(${each})`).join('|')})(?![\\w-])((?:(?:’|&#39;)s\\b)?[,.;:!?)”]*)`,
    'g',
  );
  const markText = (text: string) =>
    text.replace(anyForm, (found, ...groups) => {
      const [before = '', ...rest] = groups.slice(0, patterns.length + 2);
      const after = rest.pop() ?? '';
      const index = rest.findIndex((group) => group !== undefined);
      const word = forms.get(patterns[index] ?? '');
      if (!word || used.includes(word)) return found;
      used.push(word);
      const button = `<button type="button" class="word" popovertarget="word-${word.id}">${rest[index]}</button>`;
      // A button is a box of its own, so that a line could begin with the comma behind it.
      return before || after ? `<span class="nowrap">${before}${button}${after}</span>` : button;
    });
  return {
    mark(html) {
      let within = 0;
      return html.replace(/<(\/?)([a-z][a-z0-9]*)[^>]*>|[^<]+/g, (part, closes: string, tag?: string) => {
        if (!tag) return within > 0 ? part : markText(part);
        if (unmarked.includes(tag)) within += closes ? -1 : 1;
        return part;
      });
    },
    used: () => used,
  };
}

/** A small first letter also matches a capital one, as at the start of a sentence, and a plural the same with an s. */
function patternOf(form: string): string {
  const [first = '', ...rest] = form;
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/'/g, '(?:’|&#39;)');
  const start = first === first.toLowerCase() ? `[${first}${first.toUpperCase()}]` : escaped(first);
  return `${start}${escaped(rest.join(''))}s?`;
}
