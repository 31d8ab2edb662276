import type { Page as StoredPage } from '@claimdesk/cms/types';
import { versionMark } from '@claimdesk/cms/version-mark';
import type { Listing, PageBlock, PageLink, Testimonial } from './page-blocks.ts';
import { presentPicture } from './present-picture.ts';
import { anchor, type FaqEntry } from './read-articles.ts';
import {
  fillTokens,
  type RichText,
  renderRichText,
  safeTarget,
  type TokenValues,
} from './render-rich-text.ts';

type Stored = StoredPage['blocks'][number];
type Kind = Stored['blockType'];
type Shown<K extends Kind> = Omit<Extract<PageBlock, { kind: K }>, 'kind' | 'heading'>;

/** What parts of a page show that is kept elsewhere. */
export interface Around {
  tokens: TokenValues;
  testimonials(show: 'all' | 'home'): Promise<Testimonial[]>;
  listings(): Promise<Listing[]>;
  questions(): Promise<FaqEntry[]>;
}

/** Makes texts of a part ready to be shown: tokens replaced, rich text as HTML, addresses harmless. */
interface Write {
  text(value: string): string;
  html(value: unknown): string;
  link(label: string | null | undefined, to: string | null | undefined): PageLink | null;
}

/** What each kind of part shows beside its heading, outgoing fields one by one. */
const presenters: {
  [K in Kind]: (
    block: Extract<Stored, { blockType: K }>,
    write: Write,
    around: Around,
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
  testimonials: async ({ show }, _write, { testimonials }) => ({ testimonials: await testimonials(show) }),
  table: ({ caption, columns, rows }, { text }) => ({
    caption: text(caption),
    columns: columns.map(({ label }) => text(label)),
    rows: rows.map(({ cells }) => cells.map((cell) => text(cell.text))),
  }),
  callout: ({ tone, text }, { html }) => ({ tone, html: html(text) }),
  callToAction: (block, { text, html, link }) => ({
    html: html(block.text),
    primary: { label: text(block.primaryLabel), to: safeTarget(block.primaryTo) },
    secondary: link(block.secondaryLabel, block.secondaryTo),
  }),
  contact: () => ({}),
  articleList: ({ articles }) => ({
    // An article that isn't public stays an id: whoever reads without being signed in gets no more of it.
    articles: articles.flatMap((article) =>
      typeof article === 'object' && article.slug
        ? [
            {
              slug: article.slug,
              title: article.title,
              description: article.description,
              version: versionMark(article),
            },
          ]
        : [],
    ),
  }),
  listings: async ({ intro }, { html }, { listings }) => ({
    introHtml: html(intro),
    listings: await listings(),
  }),
  deadlineHelper: ({ intro }, { html }) => ({ introHtml: html(intro) }),
};

/** @returns a part of a page as the site shows it. */
export async function presentBlock(block: Stored, around: Around): Promise<PageBlock> {
  const write = writeWith(around.tokens);
  const present = presenters[block.blockType] as (...given: [Stored, Write, Around]) => object;
  const heading = block.heading ? write.text(block.heading) : null;
  return { kind: block.blockType, heading, ...(await present(block, write, around)) } as PageBlock;
}

function writeWith(tokens: TokenValues): Write {
  const text = (value: string) => fillTokens(value, tokens);
  return {
    text,
    html: (value) => (value ? renderRichText(value as RichText, tokens) : ''),
    link: (label, to) => (label && to ? { label: text(label), to: safeTarget(to) } : null),
  };
}
