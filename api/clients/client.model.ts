import { type Connection, type Model, Schema } from 'mongoose';
import type { Keys } from '../keys/key-ring.ts';
import { type Lookup, lookupShape } from '../keys/lookups.ts';
import { seal, unseal } from '../keys/seal.ts';
import type { SessionLimits } from '../sessions.ts';

/** Somebody who registered for the portal (SPEC section 3, `clients`). Sealed fields are encrypted one by one. */
export interface Client {
  _id: string;
  /** Nine digits, sealed. */
  ssn: string;
  /** By which the number is found; unique, so that a number has one account. */
  ssn_lookup: Lookup[];
  /** YYYY-MM-DD, sealed. */
  date_of_birth: string;
  /** Sealed; null until staff know who it is. */
  first_name: string | null;
  last_name: string | null;
  /** argon2id over the id and the PIN, sealed. */
  pin_hash: string;
  /** Whoever knows a number can register it, so an account is unverified until staff have matched it with a person. */
  identity_status: 'unverified' | 'verified';
  created_at: Date;
  /** Of the last sign-in. */
  last_used_at: Date | null;
}

export type SealedClientField = 'ssn' | 'date_of_birth' | 'first_name' | 'last_name' | 'pin_hash';

/** 30 minutes idle, 12 hours at most: filling in a list of doctors takes its time. */
export const clientSessionLimits: SessionLimits = {
  sessions: 'client_sessions',
  users: 'clients',
  idleMinutes: 30,
  hours: 12,
};

const schema = new Schema<Client>(
  {
    _id: { type: String, required: true },
    ssn: { type: String, required: true },
    ssn_lookup: { type: lookupShape, required: true },
    date_of_birth: { type: String, required: true },
    first_name: { type: String, default: null },
    last_name: { type: String, default: null },
    pin_hash: { type: String, required: true },
    identity_status: { type: String, enum: ['unverified', 'verified'], required: true },
    created_at: { type: Date, required: true },
    last_used_at: { type: Date, default: null },
  },
  { collection: clientSessionLimits.users, strict: 'throw', versionKey: false },
)
  .index({ 'ssn_lookup.h': 1 }, { unique: true })
  .index({ identity_status: 1, last_used_at: 1, created_at: 1 });

export function clientModel(portal: Connection): Model<Client> {
  return portal.models.Client ?? portal.model<Client>('Client', schema);
}

export async function prepareClients(portal: Connection): Promise<void> {
  const model = clientModel(portal);
  await model.createCollection();
  await model.createIndexes();
}

/** @returns the text encrypted for this field of this client. */
export function sealForClient(keys: Keys, id: string, field: SealedClientField, text: string): string {
  return seal(keys.fields, text, placeOf(id, field));
}

/** @returns what `sealForClient` sealed. @throws Error when it was changed or moved. */
export function openForClient(keys: Keys, id: string, field: SealedClientField, sealed: string): string {
  return unseal(keys.fields, sealed, placeOf(id, field));
}

function placeOf(document: string, field: SealedClientField) {
  return { collection: clientSessionLimits.users, field, document };
}
