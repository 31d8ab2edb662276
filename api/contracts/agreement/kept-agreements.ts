import { type Connection, type Model, Schema } from 'mongoose';
import { type Agreement, currentAgreement, versioned } from './agreement.ts';

/** A text that somebody signed. Written once, never changed. */
interface KeptAgreement {
  /** Its version. */
  _id: string;
  /** JSON of the text. */
  text: string;
  first_signed_at: Date;
}

const schema = new Schema<KeptAgreement>(
  {
    _id: { type: String, required: true },
    text: { type: String, required: true, maxlength: 200_000 },
    first_signed_at: { type: Date, required: true },
  },
  { collection: 'agreements', strict: 'throw', versionKey: false },
);

function agreementModel(portal: Connection): Model<KeptAgreement> {
  return portal.models.Agreement ?? portal.model<KeptAgreement>('Agreement', schema);
}

export async function prepareAgreements(portal: Connection): Promise<void> {
  await agreementModel(portal).createCollection();
}

/** Versions that this process knows to be kept. Texts are never removed. */
const known = new WeakMap<Connection, Set<string>>();

/** Keeps a text before it is signed, so that what was signed can always be shown and printed. */
export async function keepAgreement(agreement: Agreement, portal: Connection): Promise<void> {
  const { version, ...text } = agreement;
  const kept = known.get(portal) ?? new Set();
  if (kept.has(version)) return;
  await agreementModel(portal).updateOne(
    { _id: version },
    { $setOnInsert: { text: JSON.stringify(text), first_signed_at: new Date() } },
    { upsert: true },
  );
  known.set(portal, kept.add(version));
}

/**
 * @returns the text of a version that was signed.
 * @throws mongoose's DocumentNotFoundError when it was never kept.
 */
export async function loadAgreement(version: string, portal: Connection): Promise<Agreement> {
  if (version === currentAgreement.version) return currentAgreement;
  const kept = await agreementModel(portal).findOne({ _id: version }).lean().orFail();
  return versioned(JSON.parse(kept.text));
}
