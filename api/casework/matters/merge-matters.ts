import { easternToday } from '@claimdesk/forms/eastern-time';
import type { mongo } from 'mongoose';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { type ClientEvent, eventsCollection } from '#api/accounts/clients/events.ts';
import { type Attempt, attemptsCollection } from '#api/casework/attempts/attempt.model.ts';
import type { CaseFacts, Correction } from '#api/casework/duties/case-event.ts';
import type { CountingContext } from '#api/casework/duties/count-due.ts';
import { dutiesCollection, dutyRow } from '#api/casework/duties/duty.model.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps, Reading } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import { enterEvent, type OpenMatter, openMatter } from './change-matter.ts';
import { listMattersOf } from './client-matters.ts';
import { claimAs } from './edit-claim.ts';
import { type Matter, mattersCollection } from './matter.model.ts';

interface Merge {
  /** The number of a client's own matter, which ends. */
  id: string;
  /** The number of the matter of a contract that is the client's. */
  into: string;
  /** The id of the event that says so: the same one merges once. */
  event: string;
  /** The id of the staff account. */
  staff: string;
}

/**
 * Moves everything of a client's own matter to that of the client's contract, counts what is due again, and deletes the empty
 * one: all of it or nothing.
 *
 * @throws DomainError `not-found`; `conflict` unless the one is an account's own and the other is of a contract of the same client.
 */
export async function mergeMatter(
  { id, into, event, staff }: Merge,
  deps: Reading & Pick<Deps, 'payload' | 'content'>,
): Promise<void> {
  const { portal, keys } = deps;
  const counting = { ...deps, closings: await readFederalClosings(deps) };
  const model = mattersCollection.model(portal);
  await inTransaction(portal, async (session) => {
    if (await eventsCollection.model(portal).exists({ _id: event, matter: into }).session(session)) return;
    // Writes before reading, so that of concurrent changes the later one sees the result of the other.
    for (const _id of [id, into].toSorted())
      await model.updateOne({ _id }, { $inc: { changes: 1 } }, { session });
    const from = await openMatter(id, deps, session);
    const to = await openMatter(into, deps, session);
    await requireOneClient(from.matter, to.matter, deps, session);
    const rings = { old: await keys.of(id), ring: await keys.for(into) };
    const moving = { from, to, ...rings, session };
    await moveEvents(moving, deps);
    await moveDuties(moving, deps);
    await moveCalls(moving, deps);
    await model.updateOne({ _id: into }, { $set: whatStays(moving) }, { session });
    await mattersCollection.remove(portal, { _id: id as never }, session);
    await recordMerge({ id, into, event, staff }, counting, session);
  });
}

/** Entering it counts what is due, and how the claim stands, by all events together. */
async function recordMerge(
  { id, into, event, staff }: Merge,
  deps: Reading & CountingContext,
  session: mongo.ClientSession,
): Promise<void> {
  const facts = { kind: 'merged', day: easternToday(), from: id } as const;
  await enterEvent({ matter: into, facts, source: 'staff', by: staff, id: event }, deps, session);
}

async function requireOneClient(
  from: Matter,
  to: Matter,
  deps: Reading,
  session: mongo.ClientSession,
): Promise<void> {
  if (from.client_id !== undefined && !from.contract && to.contract) {
    const account = await readAccount({ id: from.client_id }, deps, session);
    const matters = await listMattersOf(account, deps, session);
    if (matters.some(({ _id }) => _id === to._id)) return;
  }
  throw new DomainError(
    'conflict',
    'Only a client’s own matter is merged, and only into that of a contract that is the same client’s.',
  );
}

interface Moving {
  from: OpenMatter;
  to: OpenMatter;
  /** Of the matter that ends. */
  old: KeyRing;
  ring: KeyRing;
  session: mongo.ClientSession;
}

async function moveEvents(moving: Moving, { portal }: Reading): Promise<void> {
  const { from, to, old, ring, session } = moving;
  const rows = await eventsCollection
    .model(portal)
    .find({ matter: from.matter._id })
    .sort({ sequence: 1 })
    .session(session)
    .lean<ClientEvent[]>();
  const writes = rows.map(({ _id, facts = '' }, at) => {
    const said = JSON.parse(eventsCollection.decrypt(old, _id, 'facts', facts));
    const text = JSON.stringify(withOwnHearing(said, moving));
    const moved = {
      matter: to.matter._id,
      sequence: to.events.length + at + 1,
      facts: eventsCollection.encrypt(ring, _id, 'facts', text),
    };
    return { updateOne: { filter: { _id }, update: { $set: moved } } };
  });
  if (writes.length > 0) await eventsCollection.model(portal).bulkWrite(writes, { session });
}

async function moveDuties(moving: Moving, { portal }: Reading): Promise<void> {
  const { from, to, ring, session } = moving;
  const matter = to.matter._id;
  const writes = from.duties.map((duty) => {
    const hearing = duty.hearing === undefined ? {} : { hearing: ownHearing(duty.hearing, moving) };
    const owner = from.owners.get(duty.id) ?? to.matter.owner;
    const { _id, details } = dutyRow({ ...duty, ...hearing, matter }, owner, ring);
    return { updateOne: { filter: { _id }, update: { $set: { matter, owner, details } } } };
  });
  if (writes.length > 0) await dutiesCollection.model(portal).bulkWrite(writes, { session });
}

async function moveCalls({ from, to, old, ring, session }: Moving, { portal }: Reading): Promise<void> {
  type Row = Omit<Attempt, 'record'> & { record: string };
  const rows = attemptsCollection.rows<Row>(portal);
  const calls = await rows.find({ record: from.matter._id }, { session }).toArray();
  for (const { _id, number } of calls) {
    const text = number && attemptsCollection.decrypt(old, _id, 'number', number);
    const moved = text ? { number: attemptsCollection.encrypt(ring, _id, 'number', text) } : {};
    await rows.updateOne({ _id }, { $set: { record: to.matter._id, ...moved } }, { session });
  }
}

/** @returns what only the matter that ends knows. */
function whatStays({ from: { matter: from }, to: { matter: to }, old, ring }: Moving): Partial<Matter> {
  return {
    benefits: to.benefits.length > 0 ? to.benefits : from.benefits,
    owner: to.owner ?? from.owner,
    representative: to.representative ?? from.representative,
    ...(to.claim === undefined && from.claim !== undefined && { claim: claimAs(to._id, from, old, ring) }),
  };
}

function withOwnHearing(facts: CaseFacts | Correction, moving: Moving): CaseFacts | Correction {
  if (facts.kind === 'correction')
    return facts.facts ? { ...facts, facts: withOwnHearing(facts.facts, moving) as CaseFacts } : facts;
  return 'hearing' in facts ? { ...facts, hearing: ownHearing(facts.hearing, moving) } : facts;
}

/** Hearings are numbered in each matter, so that two of the same name are two hearings. */
function ownHearing(hearing: string, { from }: Pick<Moving, 'from'>): string {
  return `${hearing} of ${from.matter._id}`;
}
