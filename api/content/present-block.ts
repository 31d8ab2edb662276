import type { Page as StoredPage } from '@claimdesk/cms/types';
import type { Listing, PageBlock, PageLink, Testimonial } from './page-blocks.ts';
import { presentPicture } from './present-picture.ts';
import { anchor } from './read-articles.ts';
import {
  fillTokens,
  type RichText,
  renderRichText,
  safeTarget,
  type TokenValues,
} from './render-rich-text.ts';

type StoredBlock = StoredPage['blocks'][number];

/** What a part of a page shows that is kept elsewhere. */
export interface Around {
  tokens: TokenValues;
  testimonials(show: 'all' | 'home'): Promise<Testimonial[]>;
  listings(): Promise<Listing[]>;
}

/** @returns a part of a page as the site shows it: tokens replaced, rich text as HTML, outgoing fields one by one. */
export async function presentBlock(block: StoredBlock, around: Around): Promise<PageBlock> {
  const text = (value: string | null | undefined) => fillTokens(value ?? '', around.tokens);
  const html = (value: unknown) => (value ? renderRichText(value as RichText, around.tokens) : '');
  const link = (label: string | null | undefined, to: string | null | undefined): PageLink | null =>
    label && to ? { label: text(label), to: safeTarget(to) } : null;
  const heading = text(block.heading);

  switch (block.blockType) {
    case 'hero':
      return { kind: 'hero', heading, html: html(block.text), picture: presentPicture(block.picture) };
    case 'richText':
      return { kind: 'richText', heading: heading || null, html: html(block.text) };
    case 'keyPoints':
      return { kind: 'keyPoints', heading, points: block.points.map((point) => text(point.text)) };
    case 'steps': {
      const steps = block.steps.map((step) => ({ title: text(step.title), html: html(step.text) }));
      return { kind: 'steps', heading, introHtml: html(block.intro), steps };
    }
    case 'timeline': {
      const events = block.events.map((event) => ({
        when: text(event.when),
        title: text(event.title),
        html: html(event.text),
      }));
      return { kind: 'timeline', heading, introHtml: html(block.intro), events };
    }
    case 'cards': {
      const cards = block.cards.map((card) => ({
        title: text(card.title),
        html: html(card.text),
        link: link(card.linkLabel, card.linkTo),
      }));
      return { kind: 'cards', heading, introHtml: html(block.intro), cards };
    }
    case 'faq': {
      const entries = block.entries.map((entry) => ({
        id: anchor(entry.question),
        question: text(entry.question),
        html: html(entry.answer),
      }));
      return { kind: 'faq', heading, entries };
    }
    case 'testimonials':
      return { kind: 'testimonials', heading, testimonials: await around.testimonials(block.show) };
    case 'table':
      return {
        kind: 'table',
        heading,
        caption: text(block.caption),
        columns: block.columns.map((column) => text(column.label)),
        rows: block.rows.map((row) => row.cells.map((cell) => text(cell.text))),
      };
    case 'callout':
      return { kind: 'callout', tone: block.tone, heading, html: html(block.text) };
    case 'callToAction':
      return {
        kind: 'callToAction',
        heading,
        html: html(block.text),
        primary: { label: text(block.primaryLabel), to: safeTarget(block.primaryTo) },
        secondary: link(block.secondaryLabel, block.secondaryTo),
      };
    case 'contact':
      return { kind: 'contact', heading };
    case 'articleList': {
      // An article that isn't public stays an id: whoever reads without being signed in gets no more of it.
      const articles = block.articles.flatMap((article) =>
        typeof article === 'object' && article.slug
          ? [{ slug: article.slug, title: article.title, description: article.description }]
          : [],
      );
      return { kind: 'articleList', heading, articles };
    }
    case 'listings': {
      return {
        kind: 'listings',
        heading,
        introHtml: html(block.intro),
        listings: await around.listings(),
      };
    }
    case 'deadlineHelper':
      return { kind: 'deadlineHelper', heading, introHtml: html(block.intro) };
  }
}
