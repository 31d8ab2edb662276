import { unreadable } from '@claimdesk/forms/answers';
import { easternDay, easternToday } from '@claimdesk/forms/eastern-time';
import { type Client, clientsCollection } from '#api/accounts/clients/client.model.ts';
import {
  type ClaimDate,
  type ClaimUpdate,
  claimUpdatesCollection,
} from '#api/casework/claims/claim-update.model.ts';
import { presentUpdate, type ShownClaim } from '#api/casework/claims/list-claim-updates.ts';
import { type Contract, contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { showContract } from '#api/casework/contracts/open-contract.ts';
import { closeDuty } from '#api/casework/duties/close-duty.ts';
import type { CountingContext } from '#api/casework/duties/count-due.ts';
import type { Duty } from '#api/casework/duties/duty.ts';
import { enterEvent, type NewFacts } from '#api/casework/matters/change-matter.ts';
import { dateFacts, updateFacts } from '#api/casework/matters/claim-facts.ts';
import { openMatterOf } from '#api/casework/matters/client-matters.ts';
import { dateEventId, updateEventId } from '#api/casework/matters/enter-claim.ts';
import { makeMatter } from '#api/casework/matters/make-matter.ts';
import { mattersCollection } from '#api/casework/matters/matter.model.ts';
import { personOnContract } from '#api/casework/matters/person.ts';
import { makeContentCache } from '#api/content/content-cache.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { batchSize, forEachBatch } from '#api/platform/database/for-each-row.ts';
import type { Migration, MigrationContext } from '#api/platform/database/migrate.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Reading } from '#api/platform/deps.ts';
import { collections } from '../collections.ts';

/**
 * Versions before kept contracts and the status of claims, and nothing of what is to be done. This opens a matter for each contract
 * and each client whom staff know, and makes an event of each update of a claim and a duty of each of its dates that is to come.
 * It can be interrupted and repeated.
 */
export const openedMatters: Migration = { id: '2026-11-30-matters', run: openMatters };

type Dependencies = Reading & CountingContext;

async function openMatters({ portal, payload, keys, log }: MigrationContext): Promise<void> {
  for (const collection of collections) await collection.prepare(portal);
  const closings = await readFederalClosings({ payload, content: makeContentCache({ maxWaitMs: 0 }) });
  const deps = { portal, keys, log, closings };
  await forEachBatch(contractsCollection.rows<Contract>(portal).find({}, { batchSize }), async (batch) => {
    for (const contract of batch) await openForContract(contract, deps);
  });
  const updated: string[] = await claimUpdatesCollection.model(portal).distinct('client_id');
  const known = { $or: [{ identity_status: 'verified' as const }, { _id: { $in: updated } }] };
  const clients = clientsCollection.rows<Client>(portal).find(known, { projection: { _id: 1 }, batchSize });
  await forEachBatch(clients, async (batch) => {
    for (const { _id } of batch) await convertClaim(_id, deps);
  });
}

async function openForContract(contract: Contract, deps: Dependencies): Promise<void> {
  const { _id, signed_at } = contract;
  const model = mattersCollection.model(deps.portal);
  if (await model.exists({ contract: _id })) return;
  const { answers } = await showContract(contract, deps);
  const person = personOnContract(
    Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== unreadable)),
  );
  await inTransaction(deps.portal, (session) =>
    makeMatter(
      {
        person,
        facts: { kind: 'contract signed', day: easternDay(signed_at) },
        ...{ source: 'contract', by: 'client', at: signed_at, contract: _id },
        settle,
        isSample: contract.sample === true,
      },
      deps,
      session,
    ),
  );
}

/** Nobody noted whether papers of old contracts were sent and signed. That they are filed has to be looked up once for each. */
function settle(duty: Duty): Duty {
  if (duty.rule === 'contract/file') return duty;
  const what = 'Signed before duties were kept here.';
  return closeDuty(duty, { state: 'waived', what, on: easternToday(), by: 'site' });
}

async function convertClaim(client: string, deps: Dependencies): Promise<void> {
  const { portal } = deps;
  const matter = await inTransaction(portal, (session) => openMatterOf(client, deps, session));
  const rows = await claimUpdatesCollection
    .model(portal)
    .find({ client_id: client })
    .sort({ version: 1 })
    .lean<ClaimUpdate[]>();
  const ring = await deps.keys.of(client);
  const updates = rows.map((row) => presentUpdate(row, ring, new Map(), deps));
  for (const [at, update] of updates.entries()) {
    const row = rows[at] as ClaimUpdate;
    await enter({ matter, facts: updateFacts(update), by: row.staff, id: updateEventId(row) }, deps);
  }
  for (const [row, date] of datesToCome(rows, updates)) {
    const facts = dateFacts(date, easternDay(row.at));
    await enter({ matter, facts, by: row.staff, id: dateEventId(row) }, deps);
  }
}

function enter(event: Omit<NewFacts, 'source'>, deps: Dependencies): Promise<unknown> {
  return inTransaction(deps.portal, (session) => enterEvent({ ...event, source: 'staff' }, deps, session));
}

/**
 * A claim had one date: another one took its place, also where the first one was still to come. One of each kind is kept, the newest
 * one, until staff said that there is no date.
 */
function datesToCome(
  rows: readonly ClaimUpdate[],
  updates: readonly ShownClaim[],
): [ClaimUpdate, ClaimDate][] {
  const dates = new Map<string, [ClaimUpdate, ClaimDate]>();
  for (const [at, row] of rows.entries()) {
    const next = updates[at]?.next;
    if (!next) dates.clear();
    else dates.set(next.kind, [row, next]);
  }
  return [...dates.values()].filter(([, { day }]) => day >= easternToday());
}
