import type { Connection } from 'mongoose';
import { defineCollection } from '#api/platform/database/collection.ts';
import { type Agreement, currentAgreement, versioned } from './agreement.ts';

/** A text that was signed. Written once, never changed. */
interface StoredAgreement {
  /** The version. */
  _id: string;
  /** JSON of the text. */
  text: string;
  first_signed_at: Date;
}

export const agreementsCollection = defineCollection<StoredAgreement>({
  name: 'agreements',
  fields: {
    _id: { type: String, required: true },
    text: { type: String, required: true, maxlength: 200_000 },
    first_signed_at: { type: Date, required: true },
  },
});

/** Versions that this process knows to be stored. Texts are never removed. */
const known = new WeakMap<Connection, Set<string>>();

/** Stores a text before it is signed, so that a signed contract can always be shown and rendered. */
export async function storeAgreement(agreement: Agreement, portal: Connection): Promise<void> {
  const { version, ...text } = agreement;
  const stored = known.get(portal) ?? new Set();
  if (stored.has(version)) return;
  await agreementsCollection
    .model(portal)
    .updateOne(
      { _id: version },
      { $setOnInsert: { text: JSON.stringify(text), first_signed_at: new Date() } },
      { upsert: true },
    );
  known.set(portal, stored.add(version));
}

/**
 * @returns the text of a signed version.
 * @throws mongoose's DocumentNotFoundError when it was never stored.
 */
export async function loadAgreement(version: string, portal: Connection): Promise<Agreement> {
  if (version === currentAgreement.version) return currentAgreement;
  const stored = await agreementsCollection.model(portal).findOne({ _id: version }).lean().orFail();
  return versioned(JSON.parse(stored.text));
}
