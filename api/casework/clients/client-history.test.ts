import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventName, eventNames, eventsCollection } from '#api/accounts/clients/events.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readRouter } from '#api/testing/read-router.ts';
import { seededRandom } from '../../../forms/fixtures/random.ts';
import {
  addClient,
  clientCollections,
  clientSession,
  refusal,
  ssnOf,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps } from '../../../tests/setup/deps.ts';

const reason = 'Called at the number in the contract';

let deps: Deps;
let robin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffMember(deps, 'reviewer');
});
beforeEach(() =>
  empty(deps, ...clientCollections, 'events', 'phone_numbers', 'client_documents', 'consents'),
);
afterAll(() => deps.close());

async function* pdf() {
  yield Buffer.from('%PDF-1.7\n%%EOF\n');
}

/** One client, and what happened to it as the test knows it. */
interface Person {
  id: string;
  phones: string[];
  documents: string[];
  /** What staff looked at: another look within the hour is no other event. */
  seen: Set<string>;
  happened: EventName[];
}

type Act = (person: Person, count: number) => Promise<EventName | null>;

const phone = (count: number) => ({ phone_number: `201555${String(1_000 + count)}` });
const client = ({ id }: Person) => clientSession(id, deps);

function isFirst(record: string, seen: Set<string>): boolean {
  const isNew = !seen.has(record);
  seen.add(record);
  return isNew;
}

/** Each makes one thing happen, or is refused and makes nothing happen. */
const acts: readonly Act[] = [
  async ({ id, seen }) => {
    await robin.call.clients.detail({ id });
    return isFirst('record', seen) ? 'clients.detail' : null;
  },
  async ({ id }) => {
    await robin.call.clients.reopen({ id, reason });
    return 'reopened';
  },
  async ({ id }) => {
    const refused = await refusal(robin.call.clients.revealSsn({ id, reason }));
    return refused ? null : 'revealed';
  },
  async ({ id }) => {
    await robin.call.clients.endSessions({ id, reason });
    return 'sessions-ended';
  },
  async ({ id }) => {
    await robin.call.clients.issuePinCode({ id, reason });
    return 'code-issued';
  },
  async (person) => {
    await (await client(person)).call.clients.signOutEverywhere();
    return 'clients.signOutEverywhere';
  },
  async (person, count) => {
    const { call } = await client(person);
    const added = call.profile.add({ kind: 'phone-number', key: randomUUID(), answers: phone(count) });
    const id = await added.then((entry) => entry.id).catch(() => null);
    if (id === null) return null;
    person.phones.push(id);
    return 'entry-added';
  },
  async (person) => {
    const id = person.phones.pop();
    const { call } = await client(person);
    const removed = call.profile.remove({ kind: 'phone-number', id: id ?? 'f'.repeat(24), revision: 1 });
    return (await refusal(removed)) ? null : 'entry-deleted';
  },
  async (person, count) => {
    const named = { id: person.id, title: `Letter ${count}`, type: 'other' as const };
    const { document } = await robin.call.clients.addDocument({ ...named, file: pdf() });
    person.documents.push(document);
    return 'document-added';
  },
  async ({ id, documents }) => {
    const document = documents.at(-1) ?? 'f'.repeat(24);
    const changed = robin.call.clients.changeDocument({
      id,
      document,
      title: 'Renamed',
      type: 'other',
      reason,
    });
    return (await refusal(changed)) ? null : 'document-changed';
  },
  async ({ id, documents }) => {
    const document = documents.pop() ?? 'f'.repeat(24);
    const removed = robin.call.clients.removeDocument({ id, document, reason });
    return (await refusal(removed)) ? null : 'document-removed';
  },
  async ({ id, documents, seen }) => {
    const document = documents.at(-1) ?? 'f'.repeat(24);
    const opened = robin.call.clients.documentFile({ id, document });
    const refused = await refusal(opened.then(({ content }) => content[Symbol.asyncIterator]().return?.()));
    return !refused && isFirst(document, seen) ? 'clients.documentFile' : null;
  },
  async ({ id }) => {
    await refusal(robin.call.clients.reopen({ id, reason: 'no' }));
    return null;
  },
];

/** @returns all pages of a view. */
async function all<Item>(
  read: (cursor: string | null) => Promise<{ events: Item[]; next: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page = await read(cursor);
    items.push(...page.events);
    cursor = page.next;
  } while (cursor !== null);
  return items;
}

describe('the history of a client', () => {
  it('has every look of staff at a single record, or the procedure says why not', () => {
    const looks = readRouter().filter(
      ({ audience, audit }) =>
        audience !== 'client' && ['looks', 'files', 'reveals'].includes(String(audit?.[0])),
    );
    expect(looks.length).toBeGreaterThan(15);
    for (const { name, tells, untold } of looks)
      expect([name, [tells, untold].filter(Boolean)]).toEqual([name, [expect.any(String)]]);
  });

  it('has what clients ask to change, and no calls that nothing tells', () => {
    const procedures = readRouter();
    const told = procedures.flatMap(({ tells }) => tells ?? []);
    expect(told).toEqual(expect.arrayContaining([...eventNames.visit]));
    const asked = procedures.filter(
      ({ audience, type, recorded }) => audience === 'client' && type === 'mutation' && recorded,
    );
    // Of what clients enter, the history has what was done.
    for (const { name, tells } of asked)
      expect([name, tells]).toEqual([name, name.startsWith('profile.') ? undefined : name]);
  });

  it.each([1, 2, 3])('is the same in every view, whatever happens to whom: %i', async (seed) => {
    const random = seededRandom(seed);
    const people: Person[] = [];
    for (const index of [seed * 10, seed * 10 + 1]) {
      const id = await addClient(deps, { ssn: ssnOf(index) });
      people.push({ id, phones: [], documents: [], seen: new Set(), happened: [] });
    }
    for (let count = 0; count < 60; count += 1) {
      await empty(deps, 'limits');
      const person = people[Math.floor(random() * people.length)] as Person;
      const act = acts[Math.floor(random() * acts.length)] as Act;
      const name = await act(person, count);
      if (name) person.happened.unshift(name);
    }
    for (const { id, happened } of people) {
      const of = (...kinds: RegExp[]) => happened.filter((name) => kinds.some((kind) => kind.test(name)));
      const [call, entry, document] = [/\./, /^entry-/, /^document-/];
      const account = /^(reopened|revealed|sessions-ended|code-issued)$/;
      const own = await clientSession(id, deps);

      const stored = await eventsCollection
        .model(deps.portal)
        .find({ client_id: id })
        .sort({ at: -1, _id: -1 });
      expect(stored.map(({ name }) => name)).toEqual(happened);
      const activity = await all((cursor) => own.call.clients.activity({ cursor }));
      expect(activity.map(({ what }) => what)).toEqual(of(call, entry, account));
      const timeline = await all((cursor) => robin.call.clients.timeline({ id, cursor }));
      expect(timeline.map(({ name }) => name)).toEqual([...of(entry, document, account), 'registered']);
      const documents = await all((cursor) => robin.call.clients.timeline({ id, kind: 'document', cursor }));
      expect(documents.map(({ name }) => name)).toEqual(of(document));
      expect(await own.call.clients.reveals()).toHaveLength(of(/^revealed$/).length);
      const { changes } = await robin.call.clients.detail({ id });
      expect(changes.map(({ change }) => change)).toEqual(of(account).slice(0, 20));
      for (const { at, what, id: event } of activity) {
        const same = stored.find(({ _id }) => _id.toHexString() === event);
        expect([same?.name, same?.at.toISOString()]).toEqual([what, at]);
      }
    }
  });
});
