import type { Topic } from '@claimdesk/cms/types';
import type { Migration } from '#api/platform/database/migrate.ts';

const topics = {
  qualify: [
    'definition-of-disabled',
    'evaluation-process',
    'ssdi-vs-ssi',
    'past-work-relevance',
    'compassionate-allowances',
  ],
  applying: ['application-forms', 'claim-timeline', 'short-term-disability', 'top-10-secrets'],
  evidence: ['medical-evidence', 'medical-evidence-types', 'credibility-importance'],
  conditions: ['common-disabilities', 'back-pain-disability', 'degenerative-disc-disease'],
  appeals: [
    'disability-claim-denied',
    'technical-denial',
    'reconsideration-process',
    'denied-at-hearing',
    'appealing-unfavorable',
    'appeal-forms',
  ],
  hearings: ['disability-hearing', 'hearing-attendees', 'vtc-hearings'],
  benefits: [
    'benefits-after-hearing',
    'medicaid-eligibility',
    'working-on-benefits',
    'continuing-reviews',
    'overpayments',
  ],
  families: ['disabled-children', 'disabled-adult-children'],
} satisfies Record<NonNullable<Topic>, string[]>;

/**
 * Articles had no topic, so /articles could not list them by it. Those of the seed and all their versions get the topic
 * that a new installation gives them. What has a topic was saved since, so it is left alone. Written past Payload, so that
 * nothing has a new revision, date or version.
 */
export const topicsBySlug: Migration = {
  id: '2026-11-23-topics-of-articles',
  async run({ portal, settings }) {
    const content = portal.useDb(settings.CMS_DATABASE, { useCache: true });
    for (const [topic, slugs] of Object.entries(topics)) {
      for (const [name, path] of [
        ['articles', ''],
        ['_articles_versions', 'version.'],
      ] as const) {
        await content
          .collection(name)
          .updateMany(
            { [`${path}slug`]: { $in: slugs }, [`${path}topic`]: { $exists: false } },
            { $set: { [`${path}topic`]: topic } },
          );
      }
    }
  },
};
