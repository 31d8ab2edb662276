import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { agencyNoticesCollection } from '#api/casework/profile/agency-notice.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  clientSession,
  codes,
  ssnOf,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { profile } from '../../../tests/setup/profile.ts';

let deps: Deps;
let robin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffMember(deps, 'reviewer');
});
beforeEach(() => empty(deps, 'clients', 'agency_notices', 'limits'));
afterAll(() => deps.close());

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);
const list = (cursor: string | null = null, who = robin) => who.call.clients.newAddresses({ cursor });

/** Makes a client with an open notice. @returns the id of the client. */
async function addNotice(number: number, made_at: Date, account: object = {}): Promise<string> {
  const id = await addClient(deps, { ssn: ssnOf(number) });
  const stored = { identity_status: 'verified', created_at: hoursAgo(100), ...account };
  await clientsCollection.model(deps.portal).updateOne({ _id: id }, { $set: stored });
  const notice = { client_id: id, address: new Types.ObjectId(), revision: 1, made_at, sent_at: null };
  await agencyNoticesCollection.model(deps.portal).create(notice);
  return id;
}

describe('the list of new addresses', () => {
  it('is read by staff of every role, and by no visitor and no client', async () => {
    const client = await clientSession(await addNotice(0, hoursAgo(1)), deps);
    expect(await codes([list(null, visitor(deps)), list(null, client)])).toEqual({ 'signed-out': 2 });
    for (const role of ['admin', 'reviewer', 'read_only'] as const)
      expect((await list(null, await staffMember(deps, role))).rows).toHaveLength(1);
    expect(await codes([list('x'), list('1-x')])).toEqual({ 'bad-input': 2 });
  });

  it('has the longest waiting first, and names what is held and why', async () => {
    const unverified = await addNotice(1, hoursAgo(1), { identity_status: 'unverified' });
    const young = await addNotice(2, hoursAgo(2), { created_at: hoursAgo(71) });
    const newPin = await addNotice(3, hoursAgo(3), { pin_set_at: hoursAgo(71) });
    const ready = await addNotice(4, hoursAgo(4), { pin_set_at: hoursAgo(73) });
    const sent = await addNotice(5, hoursAgo(5));
    await agencyNoticesCollection.model(deps.portal).updateOne({ client_id: sent }, { sent_at: new Date() });
    const { rows, next } = await list();
    expect(rows.map(({ client, held }) => [client.id, held?.why ?? null])).toEqual([
      [ready, null],
      [newPin, 'young'],
      [young, 'young'],
      [unverified, 'unverified'],
    ]);
    expect(next).toBeNull();
    expect(JSON.stringify(rows)).not.toContain(ssnOf(4));
  });

  it('has each once over its pages, by an index', async () => {
    const id = await addClient(deps);
    const moment = hoursAgo(1);
    const notices = Array.from({ length: 60 }, () => ({
      _id: new Types.ObjectId(),
      client_id: id,
      address: new Types.ObjectId(),
      revision: 1,
      made_at: moment,
      sent_at: null,
    }));
    // A client has one open notice. The many clients need no accounts of their own here.
    await agencyNoticesCollection.model(deps.portal).collection.dropIndex('one_open');
    await agencyNoticesCollection.model(deps.portal).collection.insertMany(notices);
    const seen: string[] = [];
    const { queries } = await profile(deps.portal, /^agency_notices$/, async () => {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await list(cursor);
        seen.push(...page.rows.map((row) => row.id));
        cursor = page.next;
      }
    });
    await empty(deps, 'agency_notices');
    await agencyNoticesCollection.prepare(deps.portal);
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
    for (const { planSummary, docsExamined, hasSortStage } of queries) {
      expect(planSummary).toMatch(/^IXSCAN/);
      expect(docsExamined).toBeLessThanOrEqual(27);
      expect(hasSortStage).toBeUndefined();
    }
  });
});
