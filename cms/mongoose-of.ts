import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { Model } from 'mongoose';
import type { CollectionSlug, Payload } from 'payload';

/** @returns Payload's database adapter. Its own type covers every database; here it is always mongoose. */
export function mongooseOf({ db }: Pick<Payload, 'db'>): MongooseAdapter {
  return db as unknown as MongooseAdapter;
}

/** @returns the model that Payload created for a collection. @throws Error when there is none. */
export function contentModel<Stored>(
  collection: CollectionSlug,
  payload: Pick<Payload, 'db'>,
): Model<Stored> {
  const model = mongooseOf(payload).collections[collection];
  if (!model) throw new Error(`The CMS has no collection ${collection}.`);
  return model as unknown as Model<Stored>;
}
