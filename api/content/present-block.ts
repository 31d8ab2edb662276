import { topics } from '@claimdesk/cms/topics';
import type { Article as StoredArticle, Page as StoredPage } from '@claimdesk/cms/types';
import { phoneHref } from '@claimdesk/forms/phone';
import { presentTerms } from './glossary.ts';
import type {
  ArticleTopic,
  Colleague,
  ListedArticle,
  Listing,
  Look,
  Opening,
  PageBlock,
  PageLink,
  Testimonial,
} from './page-blocks.ts';
import { presentPicture } from './present-picture.ts';
import { type ArticleSummary, type FaqEntry, summary } from './read-articles.ts';
import {
  anchor,
  fillApart,
  fillTokens,
  type RichText,
  renderRichText,
  safeTarget,
  type TokenValues,
} from './render-rich-text.ts';

/** Where a link leads that calls the firm, whatever its number is. */
const callTheFirm = 'tel:{{phone}}';

type Stored = StoredPage['blocks'][number];
type Kind = Stored['blockType'];
type Shown<K extends Kind> = Omit<Extract<PageBlock, { kind: K }>, 'kind' | 'heading' | 'look'>;

/** What blocks need from outside their page. */
export interface BlockContext {
  tokens: TokenValues;
  testimonials(show: 'all' | 'home'): Promise<Testimonial[]>;
  listings(): Promise<Listing[]>;
  questions(): Promise<FaqEntry[]>;
  articles(): Promise<ArticleSummary[]>;
  people(): Promise<Colleague[]>;
  address: string[];
  /** Whether it is the home page, where each block has its own look. Elsewhere cards can be folded. */
  isHome: boolean;
}

/** Prepares a block's content for display: tokens replaced, rich text as HTML, link targets made safe. */
interface Write {
  text(value: string): string;
  html(value: unknown): string;
  target(to: string): string;
  link(label: string | null | undefined, to: string | null | undefined): PageLink | null;
}

/** What each kind of block shows beside its heading, outgoing fields one by one. */
const presenters: {
  [K in Kind]: (
    block: Extract<Stored, { blockType: K }>,
    write: Write,
    context: BlockContext,
  ) => Shown<K> | Promise<Shown<K>>;
} = {
  hero: ({ text, picture }, { html }) => ({ html: html(text), picture: presentPicture(picture) }),
  richText: (block, { html }) => ({ html: html(block.text) }),
  keyPoints: ({ points }, { text }) => ({ points: points.map((point) => text(point.text)) }),
  steps: ({ intro, steps }, { text, html }) => ({
    introHtml: html(intro),
    steps: steps.map((step) => ({ title: text(step.title), html: html(step.text) })),
  }),
  timeline: ({ intro, events }, { text, html }) => ({
    introHtml: html(intro),
    events: events.map((event) => ({
      when: text(event.when),
      title: text(event.title),
      html: html(event.text),
    })),
  }),
  cards: ({ intro, cards }, { text, html, link }) => ({
    introHtml: html(intro),
    cards: cards.map((card) => ({
      title: text(card.title),
      icon: card.icon ?? null,
      html: html(card.text),
      link: link(card.linkLabel, card.linkTo),
    })),
  }),
  faq: async ({ show, entries }, { text, html }, { questions }) => ({
    listed: show === 'all' ? await questions() : [],
    entries: (show === 'all' ? [] : (entries ?? [])).map(({ question, answer }) => ({
      id: anchor(question),
      question: text(question),
      html: html(answer),
    })),
  }),
  testimonials: async ({ show, intro, linkLabel, linkTo }, { html, link }, { testimonials }) => ({
    introHtml: html(intro),
    testimonials: await testimonials(show),
    link: link(linkLabel, linkTo),
  }),
  table: ({ caption, columns, rows }, { text }) => ({
    caption: text(caption),
    columns: columns.map(({ label }) => text(label)),
    rows: rows.map(({ cells }) => cells.map((cell) => text(cell.text))),
  }),
  callout: ({ tone, text }, { html }) => ({ tone, html: html(text) }),
  callToAction: (block, { text, html, target, link }) => ({
    html: html(block.text),
    primary: { label: text(block.primaryLabel), to: target(block.primaryTo) },
    secondary: link(block.secondaryLabel, block.secondaryTo),
  }),
  contact: ({ intro }, { html }) => ({ introHtml: html(intro) }),
  links: ({ links }, { text, target }) => ({
    links: links.map(({ label, to }) => ({ label: text(label), to: target(to) })),
  }),
  figures: ({ intro, figures, note }, { text, html }, { tokens }) => ({
    introHtml: html(intro),
    figures: figures.map(({ value, label }) => ({
      ...fillApart(value, tokens),
      label: text(label),
    })),
    note: text(note ?? ''),
  }),
  articleList: async (
    { intro, show, articles: chosen, linkLabel, linkTo },
    { html, link },
    { articles },
  ) => ({
    introHtml: html(intro),
    articles: (show === 'all'
      ? await articles()
      : show === 'chosen'
        ? (chosen ?? []).flatMap(publicSummaries)
        : []
    ).map(listed),
    topics: show === 'topics' ? byTopic(await articles()) : [],
    link: link(linkLabel, linkTo),
  }),
  people: async ({ intro }, { html }, { people, address }) => ({
    introHtml: html(intro),
    people: await people(),
    address,
  }),
  listings: async ({ intro }, { html }, { listings }) => ({
    introHtml: html(intro),
    listings: await listings(),
  }),
  deadlineHelper: ({ intro }, { html }) => ({ introHtml: html(intro) }),
  calculator: ({ calculator, intro }, { html }) => ({ calculator, introHtml: html(intro) }),
  glossary: ({ intro, terms }, { html }, { tokens }) => ({
    introHtml: html(intro),
    terms: presentTerms(terms, tokens),
  }),
};

export async function presentBlock(block: Stored, context: BlockContext): Promise<PageBlock> {
  const write = writeWith(context.tokens);
  const present = presenters[block.blockType] as (...given: [Stored, Write, BlockContext]) => object;
  const heading = block.heading ? write.text(block.heading) : null;
  const look = context.isHome || block.look?.folded ? { look: presentLook(block.look) } : {};
  return { kind: block.blockType, heading, ...look, ...(await present(block, write, context)) } as PageBlock;
}

function presentLook(look: Stored['look']): Look {
  return {
    folded: look?.folded ?? false,
    joined: look?.joined ?? false,
    anchor: look?.anchor?.trim() || null,
    ground: look?.ground ?? 'warm',
    illustration: look?.illustration ?? null,
  };
}

export function presentOpening(opening: StoredPage['opening'], tokens: TokenValues): Opening {
  const { link } = writeWith(tokens);
  return {
    primary: link(opening?.primaryLabel, opening?.primaryTo),
    secondary: link(opening?.secondaryLabel, opening?.secondaryTo),
    picture: presentPicture(opening?.picture),
  };
}

/** An article that isn't public stays an id: reads without a session don't populate it. */
function publicSummaries(article: string | StoredArticle): ArticleSummary[] {
  return typeof article === 'object' && article.slug ? [summary(article)] : [];
}

/** @returns the articles by topic, in the order of the topics; those without one come last. */
function byTopic(articles: ArticleSummary[]): ArticleTopic[] {
  return [...topics.map(({ value, label }) => ({ id: value, label })), { id: 'more', label: 'More articles' }]
    .map(({ id, label }) => ({
      id,
      label,
      articles: articles.filter(({ topic }) => (topic ?? 'more') === id).map(listed),
    }))
    .filter((topic) => topic.articles.length > 0);
}

function listed({ slug, title, description, date, isoDate, version }: ListedArticle): ListedArticle {
  return { slug, title, description, date, isoDate, version };
}

function writeWith(tokens: TokenValues): Write {
  const text = (value: string) => fillTokens(value, tokens);
  const target = (to: string) => (to.trim() === callTheFirm ? phoneHref(text('{{phone}}')) : safeTarget(to));
  return {
    text,
    html: (value) => (value ? renderRichText(value as RichText, tokens) : ''),
    target,
    link: (label, to) => (label && to ? { label: text(label), to: target(to) } : null),
  };
}
