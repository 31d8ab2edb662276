import { type Connection, type mongo, Schema, type Types } from 'mongoose';
import { eventsCollection, type NewEvent } from '#api/accounts/clients/events.ts';
import { defineCollection } from '#api/platform/database/collection.ts';

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

export const clientLinksCollection = defineCollection<ClientLink>({
  name: 'client_links',
  fields: {
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
  indexes: [
    [{ client_id: 1, current: 1, at: -1, _id: -1 }],
    [{ record: 1, at: -1 }],
    [
      { client_id: 1, record: 1 },
      { unique: true, partialFilterExpression: { current: true } },
    ],
    // A record belongs to at most one client.
    [
      { record: 1 },
      { unique: true, partialFilterExpression: { current: true, state: 'linked' satisfies LinkState } },
    ],
  ],
  encrypted: ['reason'],
  owner: 'client_id',
  retention: { label: 'decisions on which client a record belongs to', client: 'client_id' },
});

/** @returns the event of a decision, without its reason. */
export function linkEvent(row: Omit<ClientLink, 'reason'>): NewEvent {
  const { _id, client_id, kind, record, reference, state, staff: by, at } = row;
  return { _id, client_id, name: `${kind}-${state}`, by, at, subject: reference, record };
}

/** Deletes the decisions about a record that is being deleted, and their events, in the caller's transaction. */
export async function forgetLinksOf(
  record: Types.ObjectId,
  { portal, session }: { portal: Connection; session: mongo.ClientSession },
): Promise<void> {
  const model = clientLinksCollection.model(portal);
  const decisions = await model.find({ record }, { _id: 1 }, { session }).lean();
  await eventsCollection.remove(portal, { _id: { $in: decisions.map(({ _id }) => _id) } }, session);
  await model.deleteMany({ record }, { session });
}
