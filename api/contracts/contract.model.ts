import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { type Lookup, lookupShape } from '../keys/lookups.ts';

/** A signed contract (SPEC section 3, `signed_contracts`). Written once; nothing in it changes later. */
export interface Contract {
  _id: Types.ObjectId;
  reference: string;
  form: string;
  version: string;
  /** Version of the text that was signed. */
  agreement: string;
  /**
   * By the specification's field names, personal ones encrypted one by one: `street_address` with line 2 after a comma,
   * `signature_name` as first plus last name.
   */
  answers: Record<string, unknown>;
  /** The day in Eastern time, `YYYY-MM-DD`. */
  signature_date: string;
  /** By which staff find a number's contract without reading all of them. */
  ssn_lookup: Lookup[];
  evidence: Evidence;
  /** The PDF, see `documents`. */
  document: Types.ObjectId;
  /** Fingerprint of the draft that it was signed under: the same one never makes a second contract. */
  submission_key: string;
  signed_at: Date;
}

/** How it was signed. */
export interface Evidence {
  /** As the firm was called on that day. */
  firm: string;
  /** What was ticked, in the words that stood beside the box. */
  consents: string[];
  /** Sealed JSON of a `Circumstances`. */
  circumstances: string;
}

export interface Circumstances {
  /** The name as it was typed into the signature field. */
  typedName: string;
  /** Network address. */
  address: string;
  userAgent: string;
}

const schema = new Schema<Contract>(
  {
    reference: { type: String, required: true },
    form: { type: String, required: true },
    version: { type: String, required: true },
    agreement: { type: String, required: true },
    answers: { type: Schema.Types.Mixed, required: true },
    signature_date: { type: String, required: true },
    ssn_lookup: { type: lookupShape, required: true },
    evidence: {
      _id: false,
      type: new Schema<Evidence>(
        {
          firm: { type: String, default: '' },
          consents: { type: [String], required: true },
          circumstances: { type: String, required: true },
        },
        { _id: false, strict: 'throw' },
      ),
      required: true,
    },
    document: { type: Schema.Types.ObjectId, required: true },
    submission_key: { type: String, required: true },
    signed_at: { type: Date, required: true },
  },
  { collection: 'signed_contracts', strict: 'throw', versionKey: false },
)
  .index({ signed_at: -1, _id: -1 })
  .index({ reference: 1 }, { unique: true })
  .index({ submission_key: 1 }, { unique: true })
  .index({ 'ssn_lookup.h': 1 });

export function contractModel(portal: Connection): Model<Contract> {
  return portal.models.Contract ?? portal.model<Contract>('Contract', schema);
}

export async function prepareContracts(portal: Connection): Promise<void> {
  const model = contractModel(portal);
  await model.createCollection();
  await model.createIndexes();
}
