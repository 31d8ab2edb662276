import { Schema, type Types } from 'mongoose';
import { type Collection, defineCollection } from '#api/platform/database/collection.ts';
import { type SearchTokens, searchTokensSchema } from '#api/platform/keys/search-tokens.ts';
import { type ProfileKind, profileKindNames, profileKinds } from './profile-kinds.ts';

/** What a client keeps with us: an address, a phone number, a treatment. Each kind has a collection of its own. */
export interface ProfileEntry {
  _id: Types.ObjectId;
  client_id: string;
  form: ProfileKind;
  version: string;
  /** Encrypted: see `encryptAnswers`. */
  answers: string;
  /** Of the form that added it, so that a repeated post adds nothing. */
  key: string;
  /** Counts the changes of its answers; a change names the one that it was made on. */
  revision: number;
  /** Left out where kinds have no primary entry. */
  is_primary?: boolean;
  /** Whether it was when it was deleted, for undoing that. */
  was_primary?: boolean;
  /** The facility of a treatment. */
  facility?: Types.ObjectId;
  /** When the owner of an email address opened the link that was sent to it. */
  verified_at?: Date;
  /** Of that link's secret, until it is used. */
  link_hash?: string;
  link_expires_at?: Date;
  /** By which staff find its client; left out for kinds that are not searched. */
  search_tokens?: SearchTokens[];
  created_at: Date;
  changed_at: Date;
  /** The entry can be restored for a while, see `entries.ts`. */
  deleted_at: Date | null;
}

/** Deleted entries are purged this long after, which is far longer than they can be restored. */
export const deletedDays = 1;

export const profileCollections = Object.fromEntries(
  profileKindNames.map((kind) => {
    const { collection: name, many } = profileKinds[kind];
    return [
      kind,
      defineCollection<ProfileEntry>({
        name,
        fields: {
          client_id: { type: String, required: true },
          form: { type: String, required: true },
          version: { type: String, required: true },
          answers: { type: String, required: true },
          key: { type: String, required: true },
          revision: { type: Number, required: true },
          is_primary: Boolean,
          was_primary: Boolean,
          facility: Schema.Types.ObjectId,
          verified_at: Date,
          link_hash: String,
          link_expires_at: Date,
          search_tokens: { type: searchTokensSchema, default: undefined },
          created_at: { type: Date, required: true },
          changed_at: { type: Date, required: true },
          deleted_at: { type: Date, default: null },
        },
        indexes: [
          [{ client_id: 1, created_at: 1, _id: 1 }],
          [{ client_id: 1, key: 1 }, { unique: true }],
          // One primary entry per client, whatever happens at the same time. Named, because its keys are not its own.
          [
            { client_id: 1 },
            { name: 'one_primary', unique: true, partialFilterExpression: { is_primary: true } },
          ],
          [{ 'search_tokens.t': 1 }, { sparse: true }],
          [{ deleted_at: 1 }, { partialFilterExpression: { deleted_at: { $type: 'date' } } }],
        ],
        encrypted: ['answers'],
        owner: 'client_id',
        retention: {
          label: `${many} of clients`,
          since: `${deletedDays} day after the client deletes them, or after the account has ended`,
          days: () => deletedDays,
          expired: (before) => ({ deleted_at: { $lt: before } }),
          client: 'client_id',
        },
      }),
    ];
  }),
) as Record<ProfileKind, Collection<ProfileEntry>>;
