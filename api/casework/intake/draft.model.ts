import { Schema, type Types } from 'mongoose';
import { type Referral, referralShape } from '#api/casework/referral.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import { type Lookup, lookupSchema } from '#api/platform/keys/lookups.ts';

/** Unsent answers, stored so that a reload, a crash or a lost connection loses nothing. */
export interface Draft {
  /** SHA-256 of the secret in the visitor's cookie. */
  _id: string;
  form: string;
  /** The version of the form's definition that the answers were written under. */
  version?: string;
  /** The answers so far, encrypted as one JSON text; absent once it is sent or moved. */
  answers?: string;
  /** The attorney that the visitor asked about in the directory. */
  referral?: Referral;
  /** Set once the draft is sent; the confirmation page shows it. It has no answers from then on. */
  reference?: string;
  /** Set when another browser took over the answers by link or code. It has no answers from then on. */
  moved?: boolean;
  /** Begun on a shared computer: the browser forgets it when it is closed, and we delete it soon after. */
  shared?: boolean;
  /** Begun while too many drafts were being begun: kept for one day. */
  brief?: boolean;
  /** Submission lock: until this time no other request may send the draft. */
  sending_until?: Date;
  /** Another request waits for that lock. */
  sending_wanted?: boolean;
  /** SHA-256 of the secret in an emailed resume link; removed once the link is used. */
  resume?: string;
  /** The id of the evaluation whose sender was invited to fill in the form: see `inviteToSign`. */
  invited?: Types.ObjectId;
  /** Keyed hashes of a resume code together with the date of birth entered for it; removed once the code is used. */
  code?: Lookup[];
  /** How many steps it got past, for the counts of `step-counts.ts`: so that it counts once. */
  reached?: number;
  updated_at: Date;
  expires_at: Date;
}

/** An unused draft is deleted after 28 days. */
export const draftDays = 28;

export const draftsCollection = defineCollection<Draft>({
  name: 'drafts',
  fields: {
    _id: { type: String, required: true },
    form: { type: String, required: true },
    version: String,
    answers: { type: String, maxlength: 200_000 },
    referral: referralShape,
    reference: String,
    moved: Boolean,
    shared: Boolean,
    brief: Boolean,
    sending_until: Date,
    sending_wanted: Boolean,
    resume: String,
    invited: Schema.Types.ObjectId,
    code: { type: lookupSchema, default: undefined },
    reached: Number,
    updated_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
  },
  indexes: [
    [{ 'code.h': 1 }, { sparse: true }],
    [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
    [{ resume: 1 }, { unique: true, partialFilterExpression: { resume: { $exists: true } } }],
  ],
  encrypted: ['answers'],
  retention: {
    label: 'saved drafts',
    since: `after ${draftDays} days without a change`,
    expired: (before) => ({ expires_at: { $lt: before } }),
  },
});
