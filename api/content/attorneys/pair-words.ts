import { wordPairs } from '@claimdesk/cms/directory-words';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import type { Migration } from '#api/platform/database/migrate.ts';
import type { StoredAttorney } from './attorney.model.ts';

type Found = Pick<
  StoredAttorney,
  '_id' | 'name' | 'firm' | 'city' | 'specialties' | 'state' | 'stateName' | 'search'
>;

/**
 * Attorneys were found by single words only. Only those without pairs of words get them, so it can be interrupted, and several sites
 * may do it at once. Written past Payload, so that none has a new revision or date.
 */
export const pairWords: Migration = {
  id: '2026-11-25-word-pairs-of-attorneys',
  async run({ portal, settings }) {
    const content = portal.useDb(settings.CMS_DATABASE, { useCache: true });
    const collection = content.collection<Found>('attorneys');
    const without = { search: { $not: / / } };
    const projection = { name: 1, firm: 1, city: 1, specialties: 1, state: 1, stateName: 1 };
    await forEachBatch(collection.find(without, { projection, batchSize }), (batch) =>
      collection.bulkWrite(
        batch.map(({ stateName, ...attorney }) => {
          const { name, firm, city, specialties, state } = attorney;
          const texts = [name, firm, city, specialties, stateName, state].flat();
          const $each = wordPairs(texts.filter(Boolean));
          // A save of the attorney in the meantime wins.
          return {
            updateOne: { filter: { ...attorney, ...without }, update: { $addToSet: { search: { $each } } } },
          };
        }),
        { ordered: false },
      ),
    );
  },
};
