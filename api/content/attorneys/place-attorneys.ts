import type { Office } from '@claimdesk/cms/places';
import type { mongo } from 'mongoose';
import type { Migration } from '#api/platform/database/migrate.ts';

const batchSize = 500;

/**
 * Older attorneys have no place, so they are missing from searches for the nearest. Only those get one, so it can be
 * interrupted, and several sites may do it at once. Written past Payload, so that none has a new revision or date.
 */
export const placeAttorneys: Migration = {
  id: '2026-11-23-places-of-attorneys',
  async run({ portal, settings }) {
    // Loaded only where it is needed: the table of ZIP codes takes 30 MB.
    const { placeKey } = await import('@claimdesk/cms/places');
    const content = portal.useDb(settings.CMS_DATABASE, { useCache: true });
    const collection = content.collection<Office>('attorneys');
    const without = { place: { $exists: false } };
    let batch: mongo.AnyBulkWriteOperation<Office>[] = [];
    const flush = async () => {
      if (batch.length > 0) await collection.bulkWrite(batch, { ordered: false });
      batch = [];
    };
    const fields = { city: 1, state: 1, zip_code: 1 };
    for await (const { _id, ...office } of collection.find(without, { batchSize, projection: fields })) {
      const place = placeKey(office);
      // A save of the attorney in the meantime wins.
      batch.push({ updateOne: { filter: { _id, ...without }, update: { $set: { place } } } });
      if (batch.length === batchSize) await flush();
    }
    await flush();
  },
};
