import type { Migration } from '#api/platform/database/migrate.ts';

/** What the seed wrote without anybody having counted. */
const seededPeriod = 'since 1993';

/**
 * Two figures are gone. The round amount of SSI said the same as the exact one, whose value its token now shows. The period
 * of the firm's own count is no figure by date, and became a setting of the site, which may be empty: what editors wrote is
 * kept there, and what the seed wrote is not. Texts with their tokens stay as they are.
 */
export const mergedFigures: Migration = {
  id: '2026-11-24-merged-figures',
  async run({ portal, settings }) {
    const content = portal.useDb(settings.CMS_DATABASE, { useCache: true });
    const figures = content.collection('figures');
    const stored = await figures.findOne<{ values?: { value?: string }[] }>({ name: 'resultsPeriod' });
    const facts = await content
      .collection('globals')
      .findOne<{ resultsPeriod?: string }>({ globalType: 'facts' });
    // Newest first. A database from before figures had dates has the period in its former settings alone.
    const period = (stored?.values?.[0]?.value ?? facts?.resultsPeriod ?? '').trim();
    if (period && period !== seededPeriod)
      await content
        .collection('globals')
        .updateOne(
          { globalType: 'site', claimStatisticsPeriod: { $exists: false } },
          { $set: { claimStatisticsPeriod: period } },
        );
    await figures.deleteMany({ name: { $in: ['resultsPeriod', 'ssiMonthlyAbout'] } });
  },
};
