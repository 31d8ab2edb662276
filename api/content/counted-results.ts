import { figureDefinitions } from '@claimdesk/cms/figures';
import type { Migration } from '#api/platform/database/migrate.ts';

/**
 * The firm's results used to share one period, a setting of the site; now each has its own, in each of its values. Texts say the
 * source of a share beside it, so the name that the seed gave to estimates is a shorter one; what editors wrote is kept.
 *
 * The setting is left in place, because the previous version may still be serving from it.
 */
export const countedResults: Migration = {
  id: '2026-11-27-counted-results',
  async run({ portal, settings }) {
    const content = portal.useDb(settings.CMS_DATABASE, { useCache: true });
    const figures = content.collection('figures');
    const site = await content
      .collection('globals')
      .findOne<{ claimStatisticsPeriod?: string | null }>({ globalType: 'site' });
    const period = site?.claimStatisticsPeriod?.trim();
    const own = figureDefinitions.filter(({ ownCount }) => ownCount).map(({ name }) => name);
    if (period)
      await figures.updateMany(
        { name: { $in: own } },
        { $set: { 'values.$[value].period': period } },
        { arrayFilters: [{ 'value.period': { $in: [null, ''] } }] },
      );
    await figures.updateMany(
      {},
      { $set: { 'values.$[value].sourceName': 'Our estimate' } },
      { arrayFilters: [{ 'value.sourceName': 'The firm’s own estimate, not an official count' }] },
    );
  },
};
