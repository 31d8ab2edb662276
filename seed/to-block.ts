import type { Page } from '@claimdesk/cms/types';
import {
  convertMarkdownToLexical,
  editorConfigFactory,
  type SanitizedServerEditorConfig,
} from '@payloadcms/richtext-lexical';
import type { Payload, RichTextField } from 'payload';
import type { SeedBlock } from './page-shape.ts';

type Stored = Page['blocks'][number];
type RichText = Extract<Stored, { blockType: 'callout' }>['text'];

/** Turns what a seed file says about a part of a page into what the CMS stores. */
export function makeBlockReader(payload: Payload) {
  const editors = new Map<string, SanitizedServerEditorConfig>();

  /** Converts with the editor of the field itself, so that the seed holds nothing that an editor could not write. */
  function rich(kind: string, markdown: string): RichText {
    const name = kind === 'richText' ? 'richText' : 'callout';
    const editorConfig = editors.get(name) ?? editorOf(payload, name);
    editors.set(name, editorConfig);
    return convertMarkdownToLexical({ editorConfig, markdown: markdown.trim() }) as RichText;
  }

  return async (block: SeedBlock): Promise<Stored> => {
    const { kind, heading } = block;
    const short = (markdown: string) => rich(kind, markdown);
    const intro = 'intro' in block && block.intro ? { intro: short(block.intro) } : {};
    switch (kind) {
      case 'richText':
        return { blockType: kind, ...(heading ? { heading } : {}), text: rich(kind, block.text) };
      case 'keyPoints':
        return { blockType: kind, heading: block.heading, points: block.points.map((text) => ({ text })) };
      case 'steps': {
        const steps = block.steps.map(({ title, text }) => ({ title, text: short(text) }));
        return { blockType: kind, heading: block.heading, ...intro, steps };
      }
      case 'timeline': {
        const events = block.events.map(({ when, title, text }) => ({ when, title, text: short(text) }));
        return { blockType: kind, heading: block.heading, ...intro, events };
      }
      case 'cards': {
        const cards = block.cards.map(({ text, ...card }) => ({ ...card, text: short(text) }));
        return { blockType: kind, heading: block.heading, ...intro, cards };
      }
      case 'faq': {
        const entries = block.entries.map(({ question, answer }) => ({ question, answer: short(answer) }));
        return { blockType: kind, heading: block.heading, entries };
      }
      case 'table': {
        const columns = block.columns.map((label) => ({ label }));
        const rows = block.rows.map((cells) => ({ cells: cells.map((text) => ({ text })) }));
        return { blockType: kind, heading: block.heading, caption: block.caption, columns, rows };
      }
      case 'callout':
        return { blockType: kind, tone: block.tone, heading: block.heading, text: short(block.text) };
      case 'callToAction': {
        const { kind: blockType, text, ...rest } = block;
        return { blockType, ...rest, text: short(text) };
      }
      case 'articleList':
        return { blockType: kind, heading: block.heading, articles: await articleIds(payload, block.slugs) };
      case 'testimonials':
        return { blockType: kind, heading: block.heading, show: block.show };
      case 'contact':
        return { blockType: kind, heading: block.heading };
      case 'listings':
      case 'deadlineHelper':
        return { blockType: kind, heading: block.heading, ...intro };
    }
  };
}

function editorOf(payload: Payload, blockSlug: string): SanitizedServerEditorConfig {
  const pages = payload.collections.pages.config.flattenedFields.find(({ name }) => name === 'blocks');
  const block = pages?.type === 'blocks' ? pages.blocks.find(({ slug }) => slug === blockSlug) : undefined;
  const field = block?.fields.find((each) => 'name' in each && each.name === 'text');
  return editorConfigFactory.fromField({ field: field as RichTextField });
}

async function articleIds(payload: Payload, slugs: string[]): Promise<string[]> {
  const { docs } = await payload.find({
    collection: 'articles',
    where: { slug: { in: slugs } },
    select: { slug: true },
    pagination: false,
    depth: 0,
  });
  return slugs.map((slug) => {
    const found = docs.find((doc) => doc.slug === slug);
    if (!found) throw new Error(`There is no article ${slug}.`);
    return found.id;
  });
}
