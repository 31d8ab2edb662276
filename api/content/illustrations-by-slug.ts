import type { Migration } from '#api/platform/database/migrate.ts';

/** What the site showed at the top of articles and pages while its code chose by slug. */
const formerIllustrations = {
  articles: {
    'technical-denial': 'coins',
    'disability-claim-denied': 'calendar',
    'ssdi-vs-ssi': 'balance',
    'top-10-secrets': 'hands',
    'short-term-disability': 'clock',
    'definition-of-disabled': 'cane',
    'common-disabilities': 'doctor',
    'compassionate-allowances': 'fast',
    'evaluation-process': 'stairs',
    'disability-hearing': 'hearing',
    'medical-evidence': 'doctor',
    'past-work-relevance': 'team',
    'claim-timeline': 'clock',
    'back-pain-disability': 'spine',
    'degenerative-disc-disease': 'spine',
    'vtc-hearings': 'screen',
    'hearing-attendees': 'team',
    'credibility-importance': 'listening',
    'benefits-after-hearing': 'coins',
    'denied-at-hearing': 'signpost',
    'appealing-unfavorable': 'balance',
    'medicaid-eligibility': 'card',
  },
  pages: {
    'attorney-directory': 'pins',
    introduction: 'hands',
    'what-we-do': 'listening',
    testimonials: 'quotes',
    careers: 'team',
    'common-disabilities': 'doctor',
    'medical-listings': 'book',
    'compassionate-allowances': 'fast',
    'medical-evidence': 'papers',
    'evaluation-process': 'stairs',
    'what-is-ssdi': 'coins',
    'definition-disabled': 'cane',
    'ssdi-vs-ssi': 'balance',
    'appeal-denial': 'calendar',
    'privacy-policy': 'lock',
    faq: 'question',
  },
} satisfies Record<string, Record<string, string>>;

/**
 * Illustrations used to be chosen by the site's code, by slug; now editors choose them. Documents and all their versions
 * get what they showed. Those that have the field were saved since, so they are left alone, also where it is empty.
 *
 * The parts of the home page had their illustration in `look.drawing`. It is copied, not moved, because the previous
 * version may still be serving; the old key goes when the page is saved, and Payload shows it to nobody.
 *
 * Written past Payload, so that no document has a new revision, a new date or a new version.
 */
export const illustrationsBySlug: Migration = {
  id: '2026-11-22-illustrations',
  async run({ portal, settings }) {
    const content = portal.useDb(settings.CMS_DATABASE, { useCache: true });
    for (const [name, bySlug] of Object.entries(formerIllustrations)) {
      for (const [collection, path] of [
        [content.collection(name), ''],
        [content.collection(`_${name}_versions`), 'version.'],
      ] as const) {
        for (const [slug, illustration] of Object.entries(bySlug)) {
          await collection.updateMany(
            { [`${path}slug`]: slug, [`${path}illustration`]: { $exists: false } },
            { $set: { [`${path}illustration`]: illustration } },
          );
        }
        const blocks = `${path}blocks`;
        await collection.updateMany({ [`${blocks}.look.drawing`]: { $exists: true } }, [
          { $set: { [blocks]: { $map: { input: `$${blocks}`, as: 'block', in: copyDrawing } } } },
        ]);
      }
    }
  },
};

const isMissing = (path: string) => ({ $eq: [{ $type: path }, 'missing'] });

/** An aggregation expression: `$$block` with the illustration that its look had as a drawing. */
const copyDrawing = {
  $cond: [
    { $and: [{ $not: isMissing('$$block.look.drawing') }, isMissing('$$block.look.illustration')] },
    {
      $mergeObjects: [
        '$$block',
        { look: { $mergeObjects: ['$$block.look', { illustration: '$$block.look.drawing' }] } },
      ],
    },
    '$$block',
  ],
};
