import MiniSearch, { type Query } from 'minisearch';
import type { Wanted } from './excerpt.ts';
import type { SearchableDocument } from './searchable-documents.ts';
import { type Meaning, meaningsOf, termsOfTheField } from './synonyms.ts';
import { beginningAtLeast, makeVocabulary, type Vocabulary } from './vocabulary.ts';
import { normalizeWord, wordPattern, wordsOf, wordsToFind } from './words.ts';

/** A document with what of it was found. */
export interface Hit {
  document: SearchableDocument;
  wanted: Wanted;
}

export interface Found {
  /** The best first. */
  hits: Hit[];
  /** Whether every word of the query is in every hit; if no document holds all of them, hits hold some. */
  everyWord: boolean;
  /** The query as it may have been meant, if some of its words are in no document; the hits are for this one then. */
  suggestion: string | null;
}

export interface SearchIndex {
  find(query: string): Found;
}

/** More words than anybody types; it bounds what a query may cost. */
const wordsAtMost = 16;
/** "fee" is not the beginning of "feel"; "hear" may be that of "hearing". */
const completeAtLeast = 4;
/** What a word in the title or the address counts for, against one in the text. */
const fieldBoost = { title: 4, url: 2 };
/** What a document counts for where the words stand side by side as typed: in its title or address, in its text. */
const sideBySide = { title: 2.5, text: 1.3 };
/** What another name, or a word of which only the beginning was typed, counts for against the very word. */
const weights = { synonym: 0.75, prefix: 0.4 };

/** Makes an index in memory: fifty documents take some 60 ms, and a query of it one or two. */
export function makeSearchIndex(documents: readonly SearchableDocument[]): SearchIndex {
  const normalize = remembering(normalizeWord);
  const line = (text: string) => lineOf(wordsOf(text).map(normalize));
  const byUrl = new Map(
    documents.map((document) => [
      document.url,
      { document, title: line(`${document.title} ${document.url}`), text: line(document.text) },
    ]),
  );
  const written = documents.flatMap(({ title, text }) => [...wordsOf(title), ...wordsOf(text)]);
  const vocabulary = makeVocabulary(written, termsOfTheField, normalize);
  const index = new MiniSearch<SearchableDocument>({
    idField: 'url',
    fields: ['title', 'url', 'text'],
    tokenize: wordsOf,
    processTerm: normalize,
    searchOptions: {
      tokenize: (word) => [word],
      processTerm: (word) => word,
      boost: fieldBoost,
      weights: { fuzzy: 0, prefix: weights.prefix },
    },
  });
  // By address, because of two with the same one the second would be refused.
  index.addAll([...byUrl.values()].map(({ document }) => document));

  const search = (query: string, meanings: Meaning[], combineWith: 'AND' | 'OR'): Hit[] => {
    const typed = [
      lineOf(wordsOf(query).map(normalizeWord)),
      lineOf(meanings.flatMap(({ phrases }) => phrases[0] ?? [])),
    ];
    return index
      .search({ combineWith, queries: meanings.map((meaning) => queryFor(meaning, vocabulary)) })
      .flatMap(({ id, terms, score }) => {
        const { document, title, text } = byUrl.get(id) ?? {};
        if (!document) return [];
        const inTitle = typed.some((words) => title?.includes(words));
        const inText = typed.some((words) => text?.includes(words));
        const boost = inTitle ? sideBySide.title : inText ? sideBySide.text : 1;
        return [{ document, wanted: wantedIn(terms, meanings), score: score * boost }];
      })
      .sort((one, other) => other.score - one.score);
  };

  return {
    find(query) {
      const suggestion = correct(query, vocabulary);
      const meant = suggestion ?? query;
      const meanings = meaningsOf(wordsToFind(meant).slice(0, wordsAtMost));
      if (meanings.length === 0) return { hits: [], everyWord: true, suggestion };
      const hits = search(meant, meanings, 'AND');
      if (hits.length > 0 || meanings.length === 1) return { hits, everyWord: true, suggestion };
      return { hits: search(meant, meanings, 'OR'), everyWord: false, suggestion };
    },
  };
}

/** Any of the names: the words of one name all, those that were typed also by their beginnings. */
function queryFor({ phrases: [own = [], ...others], ofTheField }: Meaning, vocabulary: Vocabulary): Query {
  const typed = own.map((word) => wordOrBeginning(word, ofTheField, vocabulary));
  return {
    combineWith: 'OR',
    queries: [allOf(typed, 1), ...others.map((name) => allOf(name, weights.synonym))],
  };
}

/** A short word that stands in a text, or is another name of something, is not the beginning of another word. */
function wordOrBeginning(word: string, ofTheField: boolean, vocabulary: Vocabulary): Query {
  const complete = word.length < completeAtLeast && (ofTheField || vocabulary.has(word));
  return { queries: [word], prefix: !complete && word.length >= beginningAtLeast };
}

function allOf(words: readonly Query[], weight: number): Query {
  return { combineWith: 'AND', queries: [...words], boostTerm: () => weight };
}

/** Words of a longer name ("social security ...") are marked only where the whole name stands. */
function wantedIn(terms: readonly string[], meanings: readonly Meaning[]): Wanted {
  const others = meanings.flatMap(({ phrases }) => phrases.slice(1)).filter(({ length }) => length > 1);
  const typed = meanings.flatMap(({ phrases }) => phrases[0] ?? []);
  const inNames = new Set(others.flat());
  const single = new Set(
    meanings.flatMap(({ phrases }) => phrases.filter(({ length }) => length === 1)).flat(),
  );
  const isWord = (term: string) =>
    !inNames.has(term) || single.has(term) || typed.some((word) => term.startsWith(word));
  return { words: new Set(terms.filter(isWord)), names: others };
}

/** Spaces at both ends, so that a part of a line is never found inside a word. */
function lineOf(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}

/** Texts say the same words over and over: each is worked on once, while the index is made. */
function remembering(normalize: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    const normal = known.get(word) ?? normalize(word);
    known.set(word, normal);
    return normal;
  };
}

/** @returns the query with the words that stand nowhere replaced by near ones, or null if there are none. */
function correct(query: string, vocabulary: Vocabulary): string | null {
  const corrections = new Map<string, string>();
  for (const word of wordsToFind(query).slice(0, wordsAtMost)) {
    const nearest = vocabulary.nearest(normalizeWord(word));
    if (nearest) corrections.set(word, nearest);
  }
  if (corrections.size === 0) return null;
  return query.replace(wordPattern, (word) => corrections.get(word.toLowerCase()) ?? word);
}
