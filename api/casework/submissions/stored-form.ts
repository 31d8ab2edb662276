import type { Types } from 'mongoose';
import type { SearchTokens } from '#api/platform/keys/search-tokens.ts';

export interface StoredForm {
  /** Made of the key and the collection: see `identify`. Random in records of 1.0. */
  _id: Types.ObjectId;
  /** What the sender quotes when calling: see `reference.ts`. */
  reference: string;
  form: string;
  version: string;
  /** Encrypted: see `encryptAnswers`. */
  answers: string;
  /** Derived from the draft, or from an API client's key, so that the same one never creates a second submission. */
  submission_key: string;
  /** Staff search by these. */
  search_tokens: SearchTokens[];
  /** Made up for a trial. */
  sample?: boolean;
  /** When staff last decided which client it belongs to: see `client-links.ts`. */
  linked_at?: Date;
}
