import { type mongo, type Types, trusted } from 'mongoose';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  type ClientLink,
  clientLinksCollection,
  type LinkedKind,
  type LinkState,
} from './client-link.model.ts';

/** A decision as shown to staff. */
export interface ShownLink {
  id: string;
  kind: LinkedKind;
  record: string;
  reference: string;
  state: LinkState;
  reason: string;
  /** Name of the staff account; null once it was deleted. */
  who: string | null;
  /** ISO 8601 */
  at: string;
}

/** A record and the decision about it. */
export type LinkedRecord = Pick<ShownLink, 'record' | 'state'>;

/** No real client has more. */
const mostLinks = 200;

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log'>;

/** @returns the current decisions about a client's records of one kind, by record id. */
export async function readLinks(
  client_id: string,
  kind: LinkedKind,
  deps: Dependencies,
  session: mongo.ClientSession | null = null,
): Promise<Map<string, ShownLink>> {
  const rows = await clientLinksCollection
    .model(deps.portal)
    .find({ client_id, current: true })
    .sort({ at: -1, _id: -1 })
    .limit(mostLinks)
    .session(session)
    .lean<ClientLink[]>();
  const shown = await present(
    rows.filter((row) => row.kind === kind),
    deps,
  );
  return new Map(shown.map((link) => [link.record, link]));
}

/** @returns the same for several clients, by client id, without author and reason. */
export async function readLinkStates(
  clients: readonly string[],
  kind: LinkedKind,
  { portal }: Pick<Deps, 'portal'>,
): Promise<Map<string, Map<string, LinkedRecord>>> {
  const rows = await clientLinksCollection
    .model(portal)
    .find(
      { client_id: trusted({ $in: clients }), current: true, kind },
      { client_id: 1, record: 1, state: 1 },
    )
    .limit(mostLinks * clients.length)
    .lean<Pick<ClientLink, 'client_id' | 'record' | 'state'>[]>();
  const links = new Map<string, Map<string, LinkedRecord>>();
  for (const { client_id, record, state } of rows) {
    const own = links.get(client_id) ?? new Map<string, LinkedRecord>();
    own.set(record.toHexString(), { record: record.toHexString(), state });
    links.set(client_id, own);
  }
  return links;
}

/** @returns the current decisions about a record, one per client. */
export function readDecisions(
  record: Types.ObjectId,
  { portal }: Pick<Deps, 'portal'>,
): Promise<Pick<ClientLink, 'client_id' | 'state'>[]> {
  return clientLinksCollection
    .model(portal)
    .find({ record, current: true }, { client_id: 1, state: 1 })
    .limit(mostLinks)
    .lean<Pick<ClientLink, 'client_id' | 'state'>[]>();
}

/** @returns the client ids of those records that staff linked to a client, by record. */
export async function findLinkedClients(
  records: readonly Types.ObjectId[],
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession | null = null,
): Promise<Map<string, string>> {
  const rows = await clientLinksCollection
    .model(portal)
    .find({ record: trusted({ $in: records }), current: true, state: 'linked' }, { record: 1, client_id: 1 })
    .session(session)
    .lean<Pick<ClientLink, 'record' | 'client_id'>[]>();
  return new Map(rows.map(({ record, client_id }) => [record.toHexString(), client_id]));
}

async function present(rows: ClientLink[], deps: Dependencies): Promise<ShownLink[]> {
  const names = await readStaffNames(
    rows.map(({ staff }) => staff),
    deps.portal,
  );
  const present = async (row: ClientLink) => ({
    id: row._id.toHexString(),
    kind: row.kind,
    record: row.record.toHexString(),
    reference: row.reference,
    state: row.state,
    reason: clientLinksCollection.read(
      await deps.keys.of(row.client_id),
      row._id,
      'reason',
      row.reason,
      deps,
    ),
    who: names.get(row.staff) ?? null,
    at: row.at.toISOString(),
  });
  return Promise.all(rows.map(present));
}
