import { type Connection, type Model, type mongo, Schema, type Types, trusted } from 'mongoose';
import { listEndedClients } from '#api/accounts/clients/client.model.ts';
import type { Deps } from '#api/platform/deps.ts';

/** The kinds of records that staff link to a client. */
export const linkedKinds = ['evaluation', 'contract'] as const;
export type LinkedKind = (typeof linkedKinds)[number];

/** Staff decisions: the record belongs to this client, or it belongs to another person. */
export const linkStates = ['linked', 'separate'] as const;
export type LinkState = (typeof linkStates)[number];

/**
 * Staff decisions on which client a record belongs to. Each decision is kept, because it explains what the page showed at the
 * time.
 */
export interface ClientLink {
  _id: Types.ObjectId;
  client_id: string;
  kind: LinkedKind;
  record: Types.ObjectId;
  /** Copied from the record, for lists that do not read it. */
  reference: string;
  state: LinkState;
  /** Whether it is the current decision: no later one replaced it. */
  current: boolean;
  /** Encrypted. */
  reason: string;
  /** The id of a staff account. */
  staff: string;
  at: Date;
}

export const clientLinksCollection = 'client_links';

const schema = new Schema<ClientLink>(
  {
    client_id: { type: String, required: true },
    kind: { type: String, enum: linkedKinds, required: true },
    record: { type: Schema.Types.ObjectId, required: true },
    reference: { type: String, required: true },
    state: { type: String, enum: linkStates, required: true },
    current: { type: Boolean, required: true },
    reason: { type: String, required: true },
    staff: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: clientLinksCollection, strict: 'throw', versionKey: false },
)
  .index({ client_id: 1, current: 1, at: -1, _id: -1 })
  .index({ client_id: 1, kind: 1, at: -1, _id: -1 })
  .index({ record: 1, at: -1 })
  .index({ client_id: 1, record: 1 }, { unique: true, partialFilterExpression: { current: true } })
  // A record belongs to at most one client.
  .index(
    { record: 1 },
    { unique: true, partialFilterExpression: { current: true, state: 'linked' satisfies LinkState } },
  );

export function clientLinkModel(portal: Connection): Model<ClientLink> {
  return portal.models.ClientLink ?? portal.model<ClientLink>('ClientLink', schema);
}

export async function prepareClientLinks(portal: Connection): Promise<void> {
  const model = clientLinkModel(portal);
  await model.createCollection();
  await model.createIndexes();
}

export function addressOf(_id: Types.ObjectId) {
  return { collection: clientLinksCollection, field: 'reason', document: _id.toHexString() };
}

/** Deletes the decisions about a record that is being deleted, in the caller's transaction. */
export async function forgetLinksOf(
  record: Types.ObjectId,
  { portal, session }: { portal: Connection; session: mongo.ClientSession },
): Promise<void> {
  await clientLinkModel(portal).deleteMany({ record }, { session });
}

/** Deletes the decisions about clients whose account has ended. @returns how many. */
export async function purgeLinksOfEndedClients({ portal }: Pick<Deps, 'portal'>): Promise<number> {
  const ended = await listEndedClients(clientLinksCollection, portal);
  const { deletedCount } = await clientLinkModel(portal).deleteMany({ client_id: trusted({ $in: ended }) });
  return deletedCount;
}
