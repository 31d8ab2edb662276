import { contactTerms } from '@claimdesk/cms/directory-words';
import type { mongo } from 'mongoose';
import type { Migration } from '#api/platform/database/migrate.ts';
import type { StoredAttorney } from './attorney.model.ts';

type Found = Pick<StoredAttorney, '_id' | 'phone' | 'email' | 'search'>;

const batchSize = 500;

/**
 * Attorneys were found by words only, and not by phone number or email address. Only those without these terms get them, so it
 * can be interrupted, and several sites may do it at once. Written past Payload, so that none has a new revision or date.
 */
export const fillContactTerms: Migration = {
  id: '2026-11-24-contact-terms-of-attorneys',
  async run({ portal, settings }) {
    const content = portal.useDb(settings.CMS_DATABASE, { useCache: true });
    const collection = content.collection<Found>('attorneys');
    const without = { search: { $not: /^phone:/ } };
    let batch: mongo.AnyBulkWriteOperation<Found>[] = [];
    const flush = async () => {
      if (batch.length > 0) await collection.bulkWrite(batch, { ordered: false });
      batch = [];
    };
    const fields = { phone: 1, email: 1 };
    for await (const { _id, phone, email } of collection.find(without, { batchSize, projection: fields })) {
      const terms = contactTerms({ phone, email });
      // A save of the attorney in the meantime wins.
      batch.push({
        updateOne: {
          filter: { _id, phone, email, ...without },
          update: { $addToSet: { search: { $each: terms } } },
        },
      });
      if (batch.length === batchSize) await flush();
    }
    await flush();
  },
};
