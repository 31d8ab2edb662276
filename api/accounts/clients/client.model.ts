import { type Connection, Schema } from 'mongoose';
import { type SessionLimits, sessionsCollection } from '#api/accounts/sessions.ts';
import { defineCollection } from '#api/platform/database/collection.ts';
import { sampleIndex, sampleMark } from '#api/platform/database/sample-mark.ts';
import type { Keys } from '#api/platform/keys/key-ring.ts';
import { type Lookup, lookupSchema } from '#api/platform/keys/lookups.ts';
import { type SearchTokens, searchTokens, searchTokensSchema } from '#api/platform/keys/search-tokens.ts';

/** A person who registered for the portal. Encrypted fields are encrypted one by one. */
export interface Client {
  _id: string;
  /** Nine digits, encrypted. */
  ssn: string;
  /** Finds the account by number; unique, so that a number has one account. */
  ssn_lookup: Lookup[];
  /** YYYY-MM-DD, encrypted. */
  date_of_birth: string;
  /** Encrypted; null until staff have identified the client. */
  first_name: string | null;
  last_name: string | null;
  /** Staff search names by these. */
  search_tokens: SearchTokens[];
  /** argon2id of the id and the PIN, encrypted. */
  pin_hash: string;
  /** Anyone who knows a number can register it, so an account is unverified until a person types the code that staff read out. */
  identity_status: 'unverified' | 'verified';
  /**
   * Whether a contract was signed with the number, so that staff find the accounts that they may verify; otherwise left out. It
   * may be missing on verified accounts, where it is not used. Casework maintains it, see `mark-signers.ts`.
   */
  has_contract?: boolean;
  /** Date of the client's oldest unread document; left out if there is none. */
  unread_since?: Date;
  /** When a new address became due for reporting to Social Security; left out once reported. Casework maintains both, see `mark-waiting.ts`. */
  notice_since?: Date;
  /** Counts changes of the client's documents and notices. Each writes here, so that concurrent transactions conflict. */
  waiting_changes?: number;
  /** Made up for a trial. */
  sample?: boolean;
  created_at: Date;
  /** When the PIN was set with a code; left out while it is still the one from registration. */
  pin_set_at?: Date;
  last_used_at: Date | null;
  /** The latest code issued by staff, until it is used: the client chooses a new PIN with it. */
  pin_code?: PinCode | null;
  /** The same for the latest code sent to the client's own email address. */
  emailed_pin_code?: PinCode | null;
  /** The latest code issued by staff to confirm the account, until it is used. */
  confirmation_code?: ConfirmationCode | null;
  /** Counts the client's changes to profile entries: each begins with a write here, see `casework/profile`. */
  profile_changes?: number;
}

interface PinCode {
  /** Keyed hashes of the account's id and the code. */
  hashes: Lookup[];
  expires_at: Date;
}

interface ConfirmationCode extends PinCode {
  /** How many codes were compared with it. */
  tries: number;
  /** The id of the staff account that issued it. */
  staff: string;
}

export type EncryptedClientField = 'ssn' | 'date_of_birth' | 'first_name' | 'last_name' | 'pin_hash';

/** An account that staff have not confirmed is deleted this long after registration, used or not. */
export const unverifiedDays = 30;

const dayMs = 24 * 60 * 60 * 1000;

/** @returns when the account is deleted unless its client confirms it; null once that is done. */
export function confirmBy({ identity_status, created_at }: Pick<Client, 'identity_status' | 'created_at'>) {
  return identity_status === 'verified' ? null : new Date(created_at.getTime() + unverifiedDays * dayMs);
}

/** 30 minutes idle, 12 hours at most: filling in a list of doctors takes time. */
export const clientSessionLimits: SessionLimits = {
  sessions: sessionsCollection('client_sessions', 'client'),
  users: 'clients',
  idleMinutes: 30,
  hours: 12,
  perUser: 10,
};

const pinCode = {
  type: new Schema<PinCode>(
    { hashes: { type: lookupSchema, required: true }, expires_at: { type: Date, required: true } },
    { _id: false },
  ),
  default: null,
};

const confirmationCode = {
  type: new Schema<ConfirmationCode>(
    {
      hashes: { type: lookupSchema, required: true },
      expires_at: { type: Date, required: true },
      tries: { type: Number, required: true },
      staff: { type: String, required: true },
    },
    { _id: false },
  ),
  default: null,
};

/** Unverified accounts with a signed contract; oldest first. */
export const signersIndex = { created_at: 1, _id: 1 } as const;
/** Clients with unread documents, and clients with a new address to report: verified ones first, then the longest waiting. */
export const unreadIndex = { identity_status: -1, unread_since: 1, _id: 1 } as const;
export const noticeIndex = { identity_status: -1, notice_since: 1, _id: 1 } as const;

export const clientsCollection = defineCollection<Client>({
  name: clientSessionLimits.users,
  fields: {
    _id: { type: String, required: true },
    ssn: { type: String, required: true },
    ssn_lookup: { type: lookupSchema, required: true },
    date_of_birth: { type: String, required: true },
    first_name: { type: String, default: null },
    last_name: { type: String, default: null },
    search_tokens: { type: searchTokensSchema, required: true },
    pin_hash: { type: String, required: true },
    pin_set_at: Date,
    identity_status: { type: String, enum: ['unverified', 'verified'], required: true },
    has_contract: Boolean,
    unread_since: Date,
    notice_since: Date,
    waiting_changes: Number,
    created_at: { type: Date, required: true },
    ...sampleMark,
    last_used_at: { type: Date, default: null },
    pin_code: pinCode,
    emailed_pin_code: pinCode,
    confirmation_code: confirmationCode,
    profile_changes: Number,
  },
  indexes: [
    [{ 'ssn_lookup.h': 1 }, { unique: true }],
    [{ created_at: -1, _id: -1 }],
    [{ identity_status: 1, created_at: -1, _id: -1 }],
    [{ 'search_tokens.t': 1, identity_status: 1, created_at: -1, _id: -1 }],
    [signersIndex, { partialFilterExpression: { identity_status: 'unverified', has_contract: true } }],
    [unreadIndex, { partialFilterExpression: { unread_since: { $exists: true } } }],
    [noticeIndex, { partialFilterExpression: { notice_since: { $exists: true } } }],
    sampleIndex,
  ],
  encrypted: ['ssn', 'date_of_birth', 'first_name', 'last_name', 'pin_hash'],
  retention: {
    name: 'unused_clients',
    label: 'portal accounts that staff did not confirm',
    since: 'after they were registered, used or not',
    days: () => unverifiedDays,
    expired: (before) => ({ identity_status: 'unverified', created_at: { $lt: before } }),
  },
});

/**
 * @param collection whose rows belong to accounts by their indexed `client_id`.
 * @returns the ids in it of accounts that no longer exist.
 */
export async function listEndedClients(collection: string, portal: Connection): Promise<string[]> {
  const found = await portal
    .collection(collection)
    .aggregate<{ _id: string }>([
      { $match: { client_id: { $type: 'string' } } },
      { $sort: { client_id: 1 } },
      { $group: { _id: '$client_id' } },
      {
        $lookup: {
          from: clientSessionLimits.users,
          localField: '_id',
          foreignField: '_id',
          as: 'account',
          pipeline: [{ $project: { _id: 1 } }],
        },
      },
      { $match: { account: [] } },
    ])
    .toArray();
  return found.map(({ _id }) => _id);
}

/** @returns the search tokens of an account: the name as staff know it. */
export function clientSearchTokens(keys: Pick<Keys, 'lookups'>, names: readonly string[]): SearchTokens[] {
  const searchable = { names, phones: [], emails: [], references: [] };
  return searchTokens(keys.lookups, clientSessionLimits.users, searchable);
}
