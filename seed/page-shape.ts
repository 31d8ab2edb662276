import { illustrations } from '@claimdesk/cms/illustrations';
import { z } from 'zod';
import { sourcingShape } from './sourcing.ts';

const text = z.string().trim().min(1);
const illustration = z.enum(illustrations.map(({ value }) => value)).optional();
/** How a part looks; see `cms/pages/look.ts`. */
const look = z
  .strictObject({
    joined: z.literal(true).optional(),
    folded: z.literal(true).optional(),
    anchor: text.optional(),
    ground: z.enum(['paper', 'mist']).optional(),
    illustration,
  })
  .optional();
const head = { heading: text.optional(), look };
/** Markdown of one or two sentences below a heading. */
const intro = text.optional();
const buttons = {
  primaryLabel: text,
  primaryTo: text,
  secondaryLabel: text.optional(),
  secondaryTo: text.optional(),
};
const link = { linkLabel: text.optional(), linkTo: text.optional() };

/** One shape per kind of part, with the kinds and fields of `cms/pages/blocks`. */
const block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('richText'), ...head, text }),
  z.strictObject({ kind: z.literal('keyPoints'), ...head, points: z.array(text).min(1) }),
  z.strictObject({
    kind: z.literal('steps'),
    ...head,
    intro,
    steps: z.array(z.strictObject({ title: text, text })).min(2),
  }),
  z.strictObject({
    kind: z.literal('timeline'),
    ...head,
    intro,
    events: z.array(z.strictObject({ when: text, title: text, text })).min(2),
  }),
  z.strictObject({
    kind: z.literal('cards'),
    ...head,
    intro,
    cards: z
      .array(
        z.strictObject({
          title: text,
          icon: z.enum(['claim', 'appeal', 'hearing']).optional(),
          text,
          ...link,
        }),
      )
      .min(1),
  }),
  z.strictObject({
    kind: z.literal('faq'),
    ...head,
    show: z.enum(['own', 'all']).default('own'),
    entries: z.array(z.strictObject({ question: text, answer: text })).default([]),
  }),
  z.strictObject({
    kind: z.literal('table'),
    ...head,
    caption: text,
    columns: z.array(text).min(2),
    rows: z.array(z.array(text).min(2)).min(1),
  }),
  z.strictObject({
    kind: z.literal('callout'),
    tone: z.enum(['info', 'warning', 'critical']),
    ...head,
    text,
  }),
  z.strictObject({
    kind: z.literal('callToAction'),
    ...head,
    text,
    ...buttons,
  }),
  z.strictObject({ kind: z.literal('testimonials'), ...head, intro, show: z.enum(['all', 'home']), ...link }),
  z.strictObject({ kind: z.literal('listings'), ...head, intro }),
  z.strictObject({
    kind: z.literal('articleList'),
    ...head,
    intro,
    /** All of them if none are named. */
    slugs: z.array(text).min(1).optional(),
    byTopic: z.literal(true).optional(),
    ...link,
  }),
  z.strictObject({
    kind: z.literal('links'),
    ...head,
    links: z.array(z.strictObject({ label: text, to: text })).min(1),
  }),
  z.strictObject({
    kind: z.literal('figures'),
    ...head,
    intro,
    figures: z.array(z.strictObject({ value: text, label: text })).min(1),
    note: text.optional(),
  }),
  z.strictObject({ kind: z.literal('people'), ...head, intro }),
  z.strictObject({ kind: z.literal('contact'), ...head, intro }),
  z.strictObject({ kind: z.literal('deadlineHelper'), ...head, intro }),
  z.strictObject({
    kind: z.literal('calculator'),
    ...head,
    calculator: z.enum(['backPay', 'lastInsured', 'ssi']),
    intro,
  }),
  z.strictObject({
    kind: z.literal('glossary'),
    ...head,
    intro,
    terms: z.array(z.strictObject({ term: text, also: text.optional(), meaning: text })).min(1),
  }),
]);

export type SeedBlock = z.infer<typeof block>;

const headedBlock = block.refine(
  ({ kind, heading, look }) => heading || kind === 'richText' || look?.joined,
  { path: ['heading'], error: 'A part needs a heading, unless it belongs to the one above.' },
);

/** What a file of `seed/pages` holds: everything is written there that an editor could write in the CMS. */
export const pageShape = z.strictObject({
  slug: text,
  title: text.max(60),
  navLabel: text.max(28),
  metaTitle: text.max(60),
  metaDescription: text.max(160),
  lead: text,
  illustration,
  ...sourcingShape.shape,
  /** Of the home page alone. */
  opening: z.strictObject(buttons).optional(),
  blocks: z.array(headedBlock).min(1),
});
