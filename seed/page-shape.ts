import { z } from 'zod';

const text = z.string().trim().min(1);
const heading = text;
/** Markdown of one or two sentences below a heading. */
const intro = text.optional();
const link = { linkLabel: text.optional(), linkTo: text.optional() };

/** One shape per kind of part, with the kinds and fields of `cms/pages/blocks`. */
const block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('richText'), heading: heading.optional(), text }),
  z.strictObject({ kind: z.literal('keyPoints'), heading, points: z.array(text).min(1) }),
  z.strictObject({
    kind: z.literal('steps'),
    heading,
    intro,
    steps: z.array(z.strictObject({ title: text, text })).min(2),
  }),
  z.strictObject({
    kind: z.literal('timeline'),
    heading,
    intro,
    events: z.array(z.strictObject({ when: text, title: text, text })).min(2),
  }),
  z.strictObject({
    kind: z.literal('cards'),
    heading,
    intro,
    cards: z.array(z.strictObject({ title: text, text, ...link })).min(1),
  }),
  z.strictObject({
    kind: z.literal('faq'),
    heading,
    show: z.enum(['own', 'all']).default('own'),
    entries: z.array(z.strictObject({ question: text, answer: text })).default([]),
  }),
  z.strictObject({
    kind: z.literal('table'),
    heading,
    caption: text,
    columns: z.array(text).min(2),
    rows: z.array(z.array(text).min(2)).min(1),
  }),
  z.strictObject({
    kind: z.literal('callout'),
    tone: z.enum(['info', 'warning', 'critical']),
    heading,
    text,
  }),
  z.strictObject({
    kind: z.literal('callToAction'),
    heading,
    text,
    primaryLabel: text,
    primaryTo: text,
    secondaryLabel: text.optional(),
    secondaryTo: text.optional(),
  }),
  z.strictObject({ kind: z.literal('testimonials'), heading, show: z.enum(['all', 'home']) }),
  z.strictObject({ kind: z.literal('listings'), heading, intro }),
  z.strictObject({ kind: z.literal('articleList'), heading, slugs: z.array(text).min(1) }),
  z.strictObject({ kind: z.literal('contact'), heading }),
  z.strictObject({ kind: z.literal('deadlineHelper'), heading, intro }),
]);

export type SeedBlock = z.infer<typeof block>;

/** What a file of `seed/pages` holds: everything is written there that an editor could write in the CMS. */
export const pageShape = z.strictObject({
  slug: text,
  title: text.max(60),
  navLabel: text.max(28),
  metaTitle: text.max(60),
  metaDescription: text.max(160),
  lead: text,
  blocks: z.array(block).min(1),
});
