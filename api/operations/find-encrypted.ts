import type { Connection } from 'mongoose';
import { type AnyCollection, dataKeysName, type Row } from '#api/platform/database/collection.ts';
import { dataKeysCollection, lookupsId, placeOf, type WrappedKey } from '#api/platform/keys/data-keys.ts';
import { type EncryptionContext, encryptedWith, keyIdOf } from '#api/platform/keys/encrypt.ts';
import type { EncryptedValue, FindEncrypted } from '#api/platform/keys/key-checks.ts';
import { collections } from '../collections.ts';

/** Rows looked at of each collection. */
const samples = 20;

type Declared = Pick<AnyCollection, 'name' | 'encrypted'>;

/** @returns the strings of a row that may be encrypted, with their paths. */
export function encryptedValuesOf(
  row: Row,
  { name: collection, encrypted = [] }: Declared,
): (EncryptedValue & { path: string })[] {
  const document = String(row._id);
  return encrypted.flatMap((path: string) => {
    const value = path.split('.').reduce<unknown>((part, name) => (part as Row | undefined)?.[name], row);
    if (typeof value === 'string') return [{ path, value, context: { collection, field: path, document } }];
    // 1.0 encrypted each answer by itself, bound to its field.
    return path === 'answers' ? answersOf10(value ?? {}, { collection, document }) : [];
  });
}

function answersOf10(answers: object, place: Omit<EncryptionContext, 'field'>) {
  return Object.entries(answers).flatMap(([field, value]) =>
    typeof value === 'string' && keyIdOf(value) !== ''
      ? [{ path: `answers.${field}`, value, context: { ...place, field } }]
      : [],
  );
}

/** @returns what finds values under a key of the ring: wrapped data keys, and until it is upgraded the data of 1.0. */
export function findEncryptedIn(portal: Connection): FindEncrypted {
  return async (purpose, id) => {
    if (purpose !== 'fields' && purpose !== 'lookups') return [];
    const under = ({ value }: EncryptedValue) => keyIdOf(value) === id;
    const owner = purpose === 'lookups' ? lookupsId : { $ne: lookupsId };
    const wrapped = await dataKeysCollection
      .rows<WrappedKey>(portal)
      .find({ _id: owner, key: encryptedWith(id) }, { limit: samples })
      .toArray();
    const found = wrapped.map(({ _id, key }) => ({ value: key, context: placeOf(_id) }));
    if (found.length > 0 || purpose === 'lookups') return found;
    for (const collection of collections) {
      if (collection.name === dataKeysName || !collection.encrypted) continue;
      const rows = await collection.rows<Row>(portal).find({}, { limit: samples }).toArray();
      found.push(...rows.flatMap((row) => encryptedValuesOf(row as Row, collection)).filter(under));
    }
    return found;
  };
}
