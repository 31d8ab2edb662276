import { type Connection, type Model, Schema } from 'mongoose';
import { type Agreement, currentAgreement, versioned } from './agreement.ts';

/** A text that was signed. Written once, never changed. */
interface StoredAgreement {
  /** The version. */
  _id: string;
  /** JSON of the text. */
  text: string;
  first_signed_at: Date;
}

const schema = new Schema<StoredAgreement>(
  {
    _id: { type: String, required: true },
    text: { type: String, required: true, maxlength: 200_000 },
    first_signed_at: { type: Date, required: true },
  },
  { collection: 'agreements', strict: 'throw', versionKey: false },
);

function agreementModel(portal: Connection): Model<StoredAgreement> {
  return portal.models.Agreement ?? portal.model<StoredAgreement>('Agreement', schema);
}

export async function prepareAgreements(portal: Connection): Promise<void> {
  await agreementModel(portal).createCollection();
}

/** Versions that this process knows to be stored. Texts are never removed. */
const known = new WeakMap<Connection, Set<string>>();

/** Stores a text before it is signed, so that a signed contract can always be shown and rendered. */
export async function storeAgreement(agreement: Agreement, portal: Connection): Promise<void> {
  const { version, ...text } = agreement;
  const stored = known.get(portal) ?? new Set();
  if (stored.has(version)) return;
  await agreementModel(portal).updateOne(
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
  const stored = await agreementModel(portal).findOne({ _id: version }).lean().orFail();
  return versioned(JSON.parse(stored.text));
}
