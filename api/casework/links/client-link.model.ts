import { type Connection, type mongo, Schema, type Types } from 'mongoose';
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
    [{ client_id: 1, kind: 1, at: -1, _id: -1 }],
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

/** Deletes the decisions about a record that is being deleted, in the caller's transaction. */
export async function forgetLinksOf(
  record: Types.ObjectId,
  { portal, session }: { portal: Connection; session: mongo.ClientSession },
): Promise<void> {
  await clientLinksCollection.model(portal).deleteMany({ record }, { session });
}
