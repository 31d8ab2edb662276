import type { Answers } from '@claimdesk/forms/definition';
import { type Connection, type Model, Schema, type Types, trusted } from 'mongoose';
import { listEndedClients } from '#api/accounts/clients/client.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { type SearchTokens, searchTokensSchema } from '#api/platform/keys/search-tokens.ts';
import { type ProfileKind, profileKindNames, profileKinds } from './profile-kinds.ts';

/** What a client keeps with us: an address, a phone number, a treatment. Each kind has a collection of its own. */
export interface ProfileEntry {
  _id: Types.ObjectId;
  client_id: string;
  form: ProfileKind;
  version: string;
  /** Encrypted, except what the form calls open. */
  answers: Answers;
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

function schemaOf(collection: string): Schema<ProfileEntry> {
  return (
    new Schema<ProfileEntry>(
      {
        client_id: { type: String, required: true },
        form: { type: String, required: true },
        version: { type: String, required: true },
        answers: { type: Schema.Types.Mixed, required: true },
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
      { collection, strict: 'throw', versionKey: false },
    )
      .index({ client_id: 1, created_at: 1, _id: 1 })
      .index({ client_id: 1, key: 1 }, { unique: true })
      // One primary entry per client, whatever happens at the same time. Named, because its keys are not its own.
      .index(
        { client_id: 1 },
        { name: 'one_primary', unique: true, partialFilterExpression: { is_primary: true } },
      )
      .index({ 'search_tokens.t': 1 }, { sparse: true })
      .index({ deleted_at: 1 }, { partialFilterExpression: { deleted_at: { $type: 'date' } } })
  );
}

export function profileModel(kind: ProfileKind, portal: Connection): Model<ProfileEntry> {
  const { collection } = profileKinds[kind];
  return portal.models[collection] ?? portal.model<ProfileEntry>(collection, schemaOf(collection));
}

export async function prepareProfiles(portal: Connection): Promise<void> {
  for (const kind of profileKindNames) {
    const model = profileModel(kind, portal);
    await model.createCollection();
    await model.createIndexes();
  }
}

/** Deletes what clients deleted, and what belonged to accounts that have ended. @returns how many rows. */
export async function purgeProfile(kind: ProfileKind, { portal }: Pick<Deps, 'portal'>): Promise<number> {
  const ended = await listEndedClients(profileKinds[kind].collection, portal);
  const before = new Date(Date.now() - deletedDays * 24 * 60 * 60 * 1000);
  const { deletedCount } = await profileModel(kind, portal).deleteMany({
    $or: [{ client_id: trusted({ $in: ended }) }, { deleted_at: trusted({ $lt: before }) }],
  });
  return deletedCount;
}
