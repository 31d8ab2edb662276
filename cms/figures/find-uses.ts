import { convertLexicalToHTML } from '@payloadcms/richtext-lexical/html';
import type { Payload } from 'payload';
import { pathOf } from '../addresses/site-paths.ts';
import {
  explainsWords,
  glossarySlug,
  makeWordMarker,
  otherForms,
  type Word,
} from '../glossary/word-marker.ts';
import { figuresIn } from '../tokens.ts';

/** Texts that are part of the product, with the figures in them. Forms have none: what they ask and say depends on no figure. */
export const productTexts = [
  {
    title: 'Where is my claim, in the client portal',
    publicPath: '/client-portal/claim',
    figures: [
      'hearingWait',
      'appealDays',
      'reconsiderationWait',
      'reconsiderationAverage',
      'hearingDecisionWait',
    ],
  },
  {
    title: 'The agreement, which states its own amounts: ask us before you change this',
    publicPath: '/sign-contract/agreement',
    figures: ['feePercent', 'feeCap'],
  },
] as const;

/** A text that shows a figure. */
export interface FigureUse {
  /** Its form in the CMS; null for a text that is part of the product. */
  path: string | null;
  /** The page that shows it. */
  publicPath: string;
  title: string;
}

/** More than any firm writes; only prevents a mistake from reading a million. */
const mostOfEach = 500;

/** What can quote figures, with the words and the address by which editors know it. */
export const quoting = [
  { slug: 'pages', titled: 'title', placed: (slug: string) => pathOf('pages', slug) },
  { slug: 'articles', titled: 'title', placed: (slug: string) => pathOf('articles', slug) },
  { slug: 'faq', titled: 'question', placed: () => '/faq' },
  { slug: 'listings', titled: 'plainName', placed: () => '/medical-listings' },
  { slug: 'testimonials', titled: 'author', placed: () => '/testimonials' },
] as const;

/** @returns the published texts that show each figure now, by its name; also in the meaning of a word that they explain. */
export async function findUses(payload: Payload): Promise<Map<string, FigureUse[]>> {
  const uses = new Map<string, FigureUse[]>();
  const glossary = await readGlossary(payload);
  for (const { slug: collection, titled, placed } of quoting) {
    const { docs } = await payload.find({
      collection,
      where: { _status: { equals: 'published' }, deletedAt: { exists: false } },
      sort: titled,
      limit: mostOfEach,
      pagination: false,
      depth: 0,
    });
    for (const doc of docs) {
      const slug = String(Reflect.get(doc, 'slug') ?? '');
      const use = {
        path: `/cms/collections/${collection}/${doc.id}`,
        publicPath: placed(slug),
        title: slug === 'home' ? 'The home page' : String(Reflect.get(doc, titled) ?? ''),
      };
      const explained =
        collection === 'pages' && !explainsWords(slug) ? [] : figuresExplainedIn(doc, glossary);
      for (const name of new Set([...figuresIn(doc), ...explained]))
        uses.set(name, [...(uses.get(name) ?? []), use]);
    }
  }
  for (const { figures, ...text } of productTexts) {
    for (const name of figures) uses.set(name, [...(uses.get(name) ?? []), { path: null, ...text }]);
  }
  return uses;
}

interface FigureWord extends Word {
  /** Those in its meaning. */
  figureNames: string[];
}

/** @returns the words of the published page /glossary; none where there is no such page. */
async function readGlossary(payload: Payload): Promise<FigureWord[]> {
  const { docs } = await payload.find({
    collection: 'pages',
    where: {
      slug: { equals: glossarySlug },
      _status: { equals: 'published' },
      deletedAt: { exists: false },
    },
    limit: 1,
    pagination: false,
    depth: 0,
  });
  const terms = (docs[0]?.blocks ?? []).flatMap((block) =>
    block.blockType === 'glossary' ? block.terms : [],
  );
  return terms.map(({ term, also, meaning }) => ({
    id: term,
    term,
    also: otherForms(also),
    figureNames: figuresIn(meaning),
  }));
}

type RichText = Parameters<typeof convertLexicalToHTML>[0]['data'];

/** @returns the figures in the words that a stored document explains in its rich texts, as the site marks them. */
function figuresExplainedIn(document: unknown, glossary: readonly FigureWord[]): string[] {
  const marker = makeWordMarker(glossary);
  for (const text of richTextsIn(document)) marker.mark(markableHtml(text));
  return marker.used().flatMap(({ figureNames }) => figureNames);
}

function richTextsIn(value: unknown): RichText[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'root' in value ? [value as RichText] : Object.values(value).flatMap(richTextsIn);
}

/** @returns a rich text with all in which words can be marked: the site marks none in tables, pictures and tokens. */
function markableHtml(data: RichText): string {
  const html = convertLexicalToHTML({
    data,
    disableContainer: true,
    converters: ({ defaultConverters }) => ({
      ...defaultConverters,
      upload: () => '',
      blocks: { table: () => '' },
    }),
  });
  return html.replace(/\{\{[^{}]*\}\}/g, '');
}
