import { randomBytes } from 'node:crypto';
import { noonOf } from '@claimdesk/cms/day-field';
import { firstFederalClosings } from '@claimdesk/cms/federal-closings';
import type { Migration } from '#api/platform/database/migrate.ts';

/**
 * Days off by order of the President are a list among the settings of the site, which was not there before. The version
 * before reads the settings without it.
 */
export const fillFederalClosings: Migration = {
  id: '2026-11-27-federal-closings',
  async run({ portal, settings }) {
    const federalClosings = firstFederalClosings.map(({ day, source }) => ({
      id: randomBytes(12).toString('hex'),
      date: noonOf(day),
      source,
    }));
    await portal
      .useDb(settings.CMS_DATABASE, { useCache: true })
      .collection('globals')
      .updateOne({ globalType: 'site', federalClosings: { $exists: false } }, { $set: { federalClosings } });
  },
};
