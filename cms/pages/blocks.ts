import type { Block } from 'payload';
import { articleList } from './blocks/article-list.ts';
import { calculator } from './blocks/calculator.ts';
import { callToAction } from './blocks/call-to-action.ts';
import { callout } from './blocks/callout.ts';
import { cards } from './blocks/cards.ts';
import { contact } from './blocks/contact.ts';
import { deadlineHelper } from './blocks/deadline-helper.ts';
import { faqBlock } from './blocks/faq.ts';
import { figures } from './blocks/figures.ts';
import { glossary } from './blocks/glossary.ts';
import { hero } from './blocks/hero.ts';
import { keyPoints } from './blocks/key-points.ts';
import { links } from './blocks/links.ts';
import { listingsBlock } from './blocks/listings.ts';
import { peopleBlock } from './blocks/people.ts';
import { richText } from './blocks/rich-text.ts';
import { steps } from './blocks/steps.ts';
import { table } from './blocks/table.ts';
import { testimonialsBlock } from './blocks/testimonials.ts';
import { timeline } from './blocks/timeline.ts';
import { lookField } from './look.ts';

const kinds: Block[] = [
  richText,
  keyPoints,
  steps,
  timeline,
  cards,
  table,
  callout,
  faqBlock,
  callToAction,
  links,
  figures,
  articleList,
  testimonialsBlock,
  peopleBlock,
  listingsBlock,
  contact,
  deadlineHelper,
  calculator,
  glossary,
  hero,
];

/** The parts a page can be made of, the most used first, each shown to editors by its kind and heading. */
export const blocks: Block[] = kinds.map((block) => ({
  ...block,
  fields: [...block.fields, lookField],
  admin: {
    disableBlockName: true,
    components: {
      Label: { path: '/admin/row-labels.tsx#PartLabel', clientProps: { kind: block.labels?.singular } },
    },
  },
}));
