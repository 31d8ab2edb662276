import { type Connection, type mongo, Types } from 'mongoose';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { recordEvent } from '#api/accounts/clients/events.ts';
import { contractsCollection } from '#api/casework/contracts/contract.model.ts';
import {
  clientLinksCollection,
  type LinkedKind,
  type LinkState,
  linkEvent,
} from '#api/casework/links/client-link.model.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import type { AnyCollection } from '#api/platform/database/collection.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { normalizeCode } from '#api/platform/readable-code.ts';

const collections = {
  evaluation: submissionKinds.evaluations.collection,
  contract: contractsCollection,
} as const satisfies Record<LinkedKind, AnyCollection>;

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'log'>;

/** A record, given by its id or, as typed by staff, by its reference. */
export type RecordKey = { kind: LinkedKind } & ({ record: string } | { reference: string });

/**
 * Decides that a record belongs to a client, or that it does not. Idempotent.
 *
 * @param decision.id of the client.
 * @throws DomainError `not-found` for the client or the record; `conflict` when the record is linked to another client.
 */
export async function decideLink(
  decision: { id: string; state: LinkState; reason: string; staff: string } & RecordKey,
  deps: Dependencies,
): Promise<void> {
  const { id, kind, state, reason, staff } = decision;
  const { portal, keys, log } = deps;
  const model = clientLinksCollection.model(portal);
  const found = await findRecord(decision, deps);
  try {
    await inTransaction(portal, async (session) => {
      await readAccount({ id }, deps, session);
      await touchRecord(kind, found._id, { portal, session });
      const current = { client_id: id, record: found._id, current: true };
      const before = await model.findOne(current).session(session).lean();
      if (before?.state === state) return;
      await model.updateMany(current, { $set: { current: false } }, { session });
      const _id = new Types.ObjectId();
      const row = {
        _id,
        ...current,
        kind,
        reference: found.reference,
        state,
        reason: clientLinksCollection.encrypt(await keys.for(id), _id, 'reason', reason),
        staff,
        at: new Date(),
      };
      await model.create([row], { session });
      await recordEvent({ ...linkEvent(row), reason }, deps, session);
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const text =
      'It is linked to another client. Open that client’s page and say there that it is not theirs, then link it here.';
    throw new DomainError('conflict', text, { title: 'Nothing was changed', fields: { reference: text } });
  }
  log.info('client record linked', { staff, kind: `${kind} ${state}` });
}

/** @returns the record to be linked, for the confirmation page. @throws DomainError `not-found`. */
export async function readLinkable(
  key: RecordKey,
  deps: Pick<Deps, 'portal'>,
): Promise<{ record: string; reference: string }> {
  const { _id, reference } = await findRecord(key, deps);
  return { record: _id.toHexString(), reference };
}

async function findRecord(
  key: RecordKey,
  { portal }: Pick<Deps, 'portal'>,
): Promise<{ _id: Types.ObjectId; reference: string }> {
  const filter =
    'record' in key ? { _id: new Types.ObjectId(key.record) } : { reference: readReference(key.reference) };
  const found = await (collections[key.kind] as AnyCollection)
    .rows(portal)
    .findOne<{ _id: Types.ObjectId; reference: string }>(filter, { projection: { reference: 1 } });
  if (found) return found;
  throw noSuchRecord(key.kind);
}

/**
 * Writes to the record itself, so that a concurrent deletion conflicts: of two transactions that write to the same document, the
 * later one restarts and then sees the changes of the other.
 */
async function touchRecord(
  kind: LinkedKind,
  _id: Types.ObjectId,
  { portal, session }: { portal: Connection; session: mongo.ClientSession },
): Promise<void> {
  const { matchedCount } = await (collections[kind] as AnyCollection)
    .rows(portal)
    .updateOne({ _id }, { $set: { linked_at: new Date() } }, { session });
  if (matchedCount === 0) throw noSuchRecord(kind);
}

function noSuchRecord(kind: LinkedKind): DomainError {
  const text = `There is no ${kind === 'contract' ? 'contract' : 'case evaluation'} with this reference.`;
  return new DomainError('not-found', text, { title: 'Nothing was changed', fields: { reference: text } });
}

/** @returns a typed reference in its stored form. */
function readReference(typed: string): string {
  return normalizeCode(typed).replace(/^(.{4})(.+)$/, '$1-$2');
}
