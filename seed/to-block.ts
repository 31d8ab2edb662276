import type { Page } from '@claimdesk/cms/types';
import {
  convertMarkdownToLexical,
  editorConfigFactory,
  type SanitizedServerEditorConfig,
} from '@payloadcms/richtext-lexical';
import type { Payload, RichTextField } from 'payload';
import type { SeedBlock } from './page-shape.ts';

type Stored = Page['blocks'][number];
type Kind = SeedBlock['kind'];
type Fields<K extends Kind> = Omit<Extract<Stored, { blockType: K }>, 'blockType' | 'heading' | 'look'>;
type RichText = Extract<Stored, { blockType: 'callout' }>['text'];

interface Convert {
  /** Markdown of a few sentences. */
  short(markdown: string): RichText;
  /** Markdown with headings inside. */
  long(markdown: string): RichText;
  articleIds(slugs: string[]): Promise<string[]>;
}

/** How the seed writes each kind of part, and how the CMS stores it. */
const converters: {
  [K in Kind]: (block: Extract<SeedBlock, { kind: K }>, convert: Convert) => Fields<K> | Promise<Fields<K>>;
} = {
  richText: ({ text }, { long }) => ({ text: long(text) }),
  keyPoints: ({ points }) => ({ points: points.map((text) => ({ text })) }),
  steps: ({ intro, steps }, { short }) => ({
    ...introOf(intro, short),
    steps: steps.map(({ title, text }) => ({ title, text: short(text) })),
  }),
  timeline: ({ intro, events }, { short }) => ({
    ...introOf(intro, short),
    events: events.map(({ when, title, text }) => ({ when, title, text: short(text) })),
  }),
  cards: ({ intro, cards }, { short }) => ({
    ...introOf(intro, short),
    cards: cards.map(({ text, ...card }) => ({ ...card, text: short(text) })),
  }),
  faq: ({ show, entries }, { short }) => ({
    show,
    entries: entries.map(({ question, answer }) => ({ question, answer: short(answer) })),
  }),
  table: ({ caption, columns, rows }) => ({
    caption,
    columns: columns.map((label) => ({ label })),
    rows: rows.map((cells) => ({ cells: cells.map((text) => ({ text })) })),
  }),
  callout: ({ tone, text }, { short }) => ({ tone, text: short(text) }),
  callToAction: ({ text, primaryLabel, primaryTo, secondaryLabel, secondaryTo }, { short }) => ({
    text: short(text),
    primaryLabel,
    primaryTo,
    ...given({ secondaryLabel, secondaryTo }),
  }),
  testimonials: ({ intro, show, linkLabel, linkTo }, { short }) => ({
    ...introOf(intro, short),
    show,
    ...given({ linkLabel, linkTo }),
  }),
  listings: ({ intro }, { short }) => introOf(intro, short),
  links: ({ links }) => ({ links }),
  figures: ({ intro, figures, note }, { short }) => ({
    ...introOf(intro, short),
    figures,
    ...given({ note }),
  }),
  articleList: async ({ intro, slugs, byTopic, linkLabel, linkTo }, { short, articleIds }) => ({
    ...introOf(intro, short),
    ...(slugs
      ? { show: 'chosen' as const, articles: await articleIds(slugs) }
      : { show: byTopic ? ('topics' as const) : ('all' as const) }),
    ...given({ linkLabel, linkTo }),
  }),
  people: ({ intro }, { short }) => introOf(intro, short),
  contact: ({ intro }, { short }) => introOf(intro, short),
  deadlineHelper: ({ intro }, { short }) => introOf(intro, short),
  calculator: ({ calculator, intro }, { short }) => ({ calculator, ...introOf(intro, short) }),
  glossary: ({ intro, terms }, { short }) => ({
    ...introOf(intro, short),
    terms: terms.map(({ term, also, meaning }) => ({ term, meaning, ...given({ also }) })),
  }),
};

function introOf(intro: string | undefined, short: Convert['short']): { intro?: RichText } {
  return intro ? { intro: short(intro) } : {};
}

/** @returns the texts that are not undefined. */
function given<Texts extends Record<string, string | undefined>>(
  texts: Texts,
): { [Key in keyof Texts]?: string } {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as {
    [Key in keyof Texts]?: string;
  };
}

/** @returns a function that converts a part of a page from the seed's format to the CMS's. */
export function makeBlockConverter(payload: Payload): (block: SeedBlock) => Promise<Stored> {
  // With the editors of the fields themselves, so that the seed holds nothing that an editor could not write.
  const [shortEditor, longEditor] = [editorOf(payload, 'callout'), editorOf(payload, 'richText')];
  const toRichText = (editorConfig: SanitizedServerEditorConfig) => (markdown: string) =>
    convertMarkdownToLexical({ editorConfig, markdown: markdown.trim() }) as RichText;
  const convert: Convert = {
    short: toRichText(shortEditor),
    long: toRichText(longEditor),
    articleIds: (slugs) => findArticles(payload, slugs),
  };
  return async (block) => {
    const fields = converters[block.kind] as (...given: [SeedBlock, Convert]) => object;
    const { heading, look } = block;
    const frame = { ...given({ heading }), ...(look ? { look } : {}) };
    return { blockType: block.kind, ...frame, ...(await fields(block, convert)) } as Stored;
  };
}

function editorOf(payload: Payload, kind: string): SanitizedServerEditorConfig {
  const parts = payload.collections.pages.config.flattenedFields.find(({ name }) => name === 'blocks');
  const block = parts?.type === 'blocks' ? parts.blocks.find(({ slug }) => slug === kind) : undefined;
  const field = block?.fields.find((each) => 'name' in each && each.name === 'text');
  return editorConfigFactory.fromField({ field: field as RichTextField });
}

async function findArticles(payload: Payload, slugs: string[]): Promise<string[]> {
  const { docs } = await payload.find({
    collection: 'articles',
    where: { slug: { in: slugs } },
    select: { slug: true },
    pagination: false,
    depth: 0,
  });
  // An editor may have deleted one since; that must not keep a later version from starting.
  return slugs.flatMap((slug) => docs.filter((doc) => doc.slug === slug).map(({ id }) => id));
}
