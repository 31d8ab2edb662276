import { Schema, type Types, trusted } from 'mongoose';
import type { StoredForm } from '#api/casework/submissions/stored-form.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import { sampleIndex, sampleMark } from '#api/platform/database/sample-mark.ts';
import { type Lookup, lookupSchema } from '#api/platform/keys/lookups.ts';
import { searchTokensSchema } from '#api/platform/keys/search-tokens.ts';

/**
 * A signed contract. What was signed is written once and never changed. Of its answers, `street_address` includes line 2 after a comma, and
 * `signature_name` is first plus last name.
 */
export interface Contract extends StoredForm {
  /** Version of the agreement that was signed. */
  agreement: string;
  /** `YYYY-MM-DD` in Eastern time. */
  signature_date: string;
  /** Lets staff find a contract by Social Security number without decrypting all of them. */
  ssn_lookup: Lookup[];
  evidence: Evidence;
  /** The PDF, see `documents`. */
  document: Types.ObjectId;
  signed_at: Date;
  /** Absent until the representative has signed too. */
  countersignature?: Countersignature;
}

/** The representative's signature, written once and never changed. */
export interface Countersignature {
  at: Date;
  /** The id of the staff account. */
  staff: string;
  /** The representative's name, as the contract prints it. */
  name: string;
  /** Version of the agreement that was signed: the one that the client signed. */
  agreement: string;
  /** Encrypted JSON of a `Circumstances`. */
  circumstances: string;
  /** The PDF with both signatures, see `documents`. */
  document: Types.ObjectId;
  /** Of the form that was sent: the same one signs once. */
  key: string;
}

export interface Evidence {
  /** The firm's name on that day. */
  firm: string;
  /** Its street address and phone number on that day; empty where the firm has entered none. */
  firm_address: string;
  firm_phone: string;
  /** Who represents clients, as shown to the signer. */
  representative: string;
  /** The legal limit of the fee on that day, as shown beside the firm's promise; left out in contracts from before it was shown. */
  legal_limit?: string;
  /** The labels of the checked boxes, as shown. */
  consents: string[];
  /** Encrypted JSON of a `Circumstances`. */
  circumstances: string;
}

export interface Circumstances {
  /** The name as it was typed into the signature field. */
  typedName: string;
  /** IP address. */
  address: string;
  userAgent: string;
}

/** Longer than any real browser's; the rest would not help identify it. */
const maxUserAgentLength = 400;

export function circumstancesOf(
  typedName: string,
  { address, userAgent }: Pick<RequestContext, 'address' | 'userAgent'>,
): Circumstances {
  return { typedName, address, userAgent: userAgent.slice(0, maxUserAgentLength) };
}

export const contractsCollection = defineCollection<Contract>({
  name: 'signed_contracts',
  fields: {
    reference: { type: String, required: true },
    form: { type: String, required: true },
    version: { type: String, required: true },
    agreement: { type: String, required: true },
    answers: { type: String, required: true },
    signature_date: { type: String, required: true },
    ssn_lookup: { type: lookupSchema, required: true },
    evidence: {
      _id: false,
      type: new Schema<Evidence>(
        {
          firm: { type: String, default: '' },
          firm_address: { type: String, default: '' },
          firm_phone: { type: String, default: '' },
          representative: { type: String, default: '' },
          legal_limit: String,
          consents: { type: [String], required: true },
          circumstances: { type: String, required: true },
        },
        { _id: false, strict: 'throw' },
      ),
      required: true,
    },
    document: { type: Schema.Types.ObjectId, required: true },
    submission_key: { type: String, required: true },
    search_tokens: { type: searchTokensSchema, required: true },
    linked_at: Date,
    signed_at: { type: Date, required: true },
    countersignature: new Schema<Countersignature>(
      {
        at: { type: Date, required: true },
        staff: { type: String, required: true },
        name: { type: String, required: true },
        agreement: { type: String, required: true },
        circumstances: { type: String, required: true },
        document: { type: Schema.Types.ObjectId, required: true },
        key: { type: String, required: true },
      },
      { _id: false, strict: 'throw' },
    ),
    ...sampleMark,
  },
  indexes: [
    [{ signed_at: -1, _id: -1 }],
    [{ 'search_tokens.t': 1, signed_at: -1, _id: -1 }],
    [{ reference: 1 }],
    [{ submission_key: 1 }],
    [{ 'ssn_lookup.h': 1 }],
    sampleIndex,
  ],
  encrypted: ['answers', 'evidence.circumstances', 'countersignature.circumstances'],
});

export const listedContracts = { collection: 'signed_contracts', field: 'signed_at' } as const;

/** @returns what finds the PDFs of a contract: as the client alone signed it, and with both signatures. */
export function pdfsOf(of: Types.ObjectId) {
  return { kind: trusted({ $in: ['contract', 'countersigned contract'] as const }), of };
}
