import { type Connection, type Model, type mongo, Schema, type Types, trusted } from 'mongoose';
import { listEndedClients } from '#api/accounts/clients/client.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { profileModel } from './profile-entry.model.ts';
import { type ConsentKind, consentKinds, type ProfileKind } from './profile-kinds.ts';

/** An entry of the ledger of consents. Entries are only ever added; they end with the account. */
export interface Consent {
  _id: Types.ObjectId;
  client_id: string;
  /** The number of the client's change that it belongs to, which orders the entries. */
  change: number;
  kind: ConsentKind;
  /** The phone number, contact or address that it is about. */
  subject: Types.ObjectId;
  granted: boolean;
  /** The wording that the client saw: a form and its version. */
  form: ProfileKind;
  version: string;
  at: Date;
  /** Who said so. Staff add no entries yet. */
  by: 'client';
}

export const consentsCollection = 'consents';

const schema = new Schema<Consent>(
  {
    client_id: { type: String, required: true },
    change: { type: Number, required: true },
    kind: { type: String, enum: consentKinds, required: true },
    subject: { type: Schema.Types.ObjectId, required: true },
    granted: { type: Boolean, required: true },
    form: { type: String, required: true },
    version: { type: String, required: true },
    at: { type: Date, required: true },
    by: { type: String, enum: ['client'], required: true },
  },
  { collection: consentsCollection, strict: 'throw', versionKey: false },
).index({ client_id: 1, subject: 1, kind: 1, change: -1 }, { unique: true });

export function consentModel(portal: Connection): Model<Consent> {
  return portal.models.Consent ?? portal.model<Consent>('Consent', schema);
}

export async function prepareConsents(portal: Connection): Promise<void> {
  const model = consentModel(portal);
  await model.createCollection();
  await model.createIndexes();
}

/** Deletes the consents of clients whose account has ended. @returns how many. */
export async function purgeConsents({ portal }: Pick<Deps, 'portal'>): Promise<number> {
  const ended = await listEndedClients(consentsCollection, portal);
  const { deletedCount } = await consentModel(portal).deleteMany({ client_id: trusted({ $in: ended }) });
  return deletedCount;
}

/** Adds an entry, in the transaction of the change that it belongs to. */
export async function recordConsent(
  entry: Omit<Consent, '_id' | 'at' | 'by'>,
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession,
): Promise<void> {
  await consentModel(portal).create([{ ...entry, at: new Date(), by: 'client' }], { session });
}

/** The kind of entry that each consent is about. */
const subjectKinds: Record<ConsentKind, ProfileKind> = {
  'text-messages': 'phone-number',
  'discuss-claim': 'emergency-contact',
  mail: 'mailing-address',
  email: 'email-address',
};

/**
 * Whether a client allows something now: the one question to ask before a text message is sent, a letter or an email about
 * the claim goes out, or the claim is discussed with somebody.
 *
 * @param asked.subject the id of the phone number, contact or address. @returns true only when the newest entry of the
 * ledger grants it and its subject still stands; an email address also has to be verified.
 */
export async function hasConsent(
  { client, kind, subject }: { client: string; kind: ConsentKind; subject: Types.ObjectId },
  { portal }: Pick<Deps, 'portal'>,
): Promise<boolean> {
  const [newest, standing] = await Promise.all([
    consentModel(portal)
      .findOne({ client_id: client, subject, kind }, { granted: 1 })
      .sort({ change: -1 })
      .lean<Pick<Consent, 'granted'>>(),
    profileModel(subjectKinds[kind], portal).exists({
      _id: subject,
      client_id: client,
      deleted_at: null,
      ...(kind === 'email' ? { verified_at: trusted({ $exists: true }) } : {}),
    }),
  ]);
  return newest?.granted === true && standing !== null;
}
