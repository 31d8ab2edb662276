import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type EventKind,
  type EventName,
  eventNames,
  eventsCollection,
} from '#api/accounts/clients/events.ts';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import {
  clientLinksCollection,
  type LinkedKind,
  type LinkState,
  linkedKinds,
  linkStates,
} from '#api/casework/links/client-link.model.ts';
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
import { contractAnswers, empty, evaluationAnswers, openDeps } from '../../../tests/setup/deps.ts';

const reason = 'Called at the number in the contract';

let deps: Deps;
let robin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffMember(deps, 'reviewer');
});
beforeEach(() =>
  empty(
    deps,
    ...[...clientCollections, 'events', 'phone_numbers', 'mailing_addresses', 'client_documents', 'consents'],
    ...['agency_notices', 'client_notes', 'claim_updates', 'client_links', 'case_evaluations'],
    ...['signed_contracts', 'outbox'],
  ),
);
afterAll(() => deps.close());

async function* pdf() {
  yield Buffer.from('%PDF-1.7\n%%EOF\n');
}

/** One client, and what happened to it as the test knows it. */
interface Person {
  id: string;
  phones: { id: string; revision: number; granted: boolean }[];
  /** Whether each change of a consent gave it, the newest first. */
  consents: boolean[];
  documents: string[];
  /** What staff looked at: another look within the hour is no other event. */
  seen: Set<string>;
  /** The number of each claim update. */
  claim: number;
  address: { id: string; revision: number } | null;
  happened: EventName[];
}

/** @returns what happened, the newest first; or null. */
type Act = (person: Person, count: number) => Promise<EventName | EventName[] | null>;

const phone = (count: number) => ({
  phone_number: `201555${String(1_000 + count)}`,
  ...(count % 2 === 0 && { text_consent: true }),
});
const client = ({ id }: Pick<Person, 'id'>) => clientSession(id, deps);

/** Records that match none of the clients. */
let records: Record<LinkedKind, string>;
const decide =
  (kind: LinkedKind, state: LinkState): Act =>
  async ({ id }) => {
    const current = { client_id: id, kind, current: true };
    const before = await clientLinksCollection.model(deps.portal).findOne(current).lean();
    const decided = robin.call.clients.decideLink({ id, kind, state, record: records[kind], reason });
    return (await refusal(decided)) || before?.state === state ? null : `${kind}-${state}`;
  };
async function newestNotice({ id, seen, happened }: Person) {
  const [notice] = await robin.call.profile.notices({ id });
  if (isFirst('record', seen)) happened.unshift('clients.detail');
  return notice;
}
const addNote = ({ id }: Person, corrects?: string) =>
  robin.call.clients.addNote({
    id,
    key: randomUUID(),
    text: 'Called from work',
    ...(corrects && { corrects }),
  });

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
    const granted = count % 2 === 0;
    person.phones.push({ id, revision: 1, granted });
    if (granted) person.consents.unshift(true);
    return 'entry-added';
  },
  async (person) => {
    const { id = 'f'.repeat(24), revision = 1, granted } = person.phones.pop() ?? {};
    const { call } = await client(person);
    if (await refusal(call.profile.remove({ kind: 'phone-number', id, revision }))) return null;
    if (granted) person.consents.unshift(false);
    return 'entry-deleted';
  },
  async (person) => {
    const { call } = await client(person);
    const entry = person.phones.at(-1);
    if (!entry) return null;
    const { id, revision } = entry;
    const granted = !entry.granted;
    await call.profile.setConsent({ kind: 'phone-number', id, revision, granted });
    Object.assign(entry, { revision: revision + 1, granted });
    person.consents.unshift(granted);
    return granted ? 'entry-allowed' : 'entry-disallowed';
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
  async (person) => {
    const { id, claim: version } = person;
    const set = { step: 'filed', since: '2026-01-05', needed: '', note: '', next: null } as const;
    await robin.call.clients.setClaim({ id, version, key: randomUUID(), ...set });
    person.claim += 1;
    return 'claim-set';
  },
  async ({ id }) => {
    const stale = { id, version: 99, step: 'filed', since: '2026-01-05', needed: '', note: '' } as const;
    await refusal(robin.call.clients.setClaim({ ...stale, key: randomUUID(), next: null }));
    return null;
  },
  ...linkedKinds.flatMap((kind) => linkStates.map((state) => decide(kind, state))),
  async (person) => {
    await addNote(person);
    return 'note-added';
  },
  async (person) => {
    const [note] = (await robin.call.clients.notes({ id: person.id })).rows;
    if (note) await addNote(person, note.id);
    return note ? 'note-corrected' : null;
  },
  async (person, count) => {
    const { call } = await client(person);
    const kind = 'mailing-address';
    const { address } = person;
    const answers = { street_address: `${count} Elm St`, zip_code: '07102', city: 'Newark', state: 'NJ' };
    if (address) {
      await call.profile.change({ kind, ...address, answers });
      address.revision += 1;
      return ['entry-changed', 'notice-made'];
    }
    person.address = { ...(await call.profile.add({ kind, key: randomUUID(), answers })), revision: 1 };
    return ['entry-added', 'notice-made'];
  },
  async (person) => {
    const { id: notice = 'f'.repeat(24), madeAt = new Date(0).toISOString() } =
      (await newestNotice(person)) ?? {};
    const told = { id: person.id, notice, madeAt, how: 'letter', early: 'call' } as const;
    return (await refusal(robin.call.profile.markNoticeSent(told))) ? null : 'notice-sent';
  },
  async (person) => {
    const { id: notice, sentAt } = (await newestNotice(person)) ?? {};
    if (!notice || !sentAt) return null;
    await robin.call.profile.unmarkNoticeSent({ id: person.id, notice, sentAt, reason });
    return 'notice-unmarked';
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
    const evaluation = { answers: evaluationAnswers, key: randomUUID() };
    await submissionHandlers['case-evaluation'].submit(evaluation, { deps });
    await contractHandler.submit(
      { answers: contractAnswers, key: randomUUID(), agreement: currentAgreement.version },
      { address: '203.0.113.9', userAgent: 'A browser/1.0', deps },
    );
    const idIn = async (name: string) => String((await deps.portal.collection(name).findOne())?._id);
    records = { evaluation: await idIn('case_evaluations'), contract: await idIn('signed_contracts') };
    const people: Person[] = [];
    for (const index of [seed * 10, seed * 10 + 1]) {
      const id = await addClient(deps, { ssn: ssnOf(index) });
      people.push({
        id,
        phones: [],
        consents: [],
        documents: [],
        seen: new Set(),
        claim: 0,
        address: null,
        happened: ['registered'],
      });
    }
    // Each act once, in their order, and then any of them.
    const chosen = Array.from({ length: 60 }, () => acts[Math.floor(random() * acts.length)] as Act);
    for (const [count, act] of [...acts, ...chosen].entries()) {
      await empty(deps, 'limits');
      const person = people[count < acts.length ? 0 : Math.floor(random() * people.length)] as Person;
      person.happened.unshift(...[(await act(person, count)) ?? []].flat());
    }
    const kindsTried = ['registration', 'claim', 'contract', 'evaluation', 'note', 'notice'] as const;
    expect(people[0]?.happened).toEqual(
      expect.arrayContaining(kindsTried.flatMap((kind) => eventNames[kind])),
    );
    for (const person of people) {
      const { id, happened } = person;
      const of = (...kinds: EventKind[]) =>
        happened.filter((name) => kinds.some((kind) => eventNames[kind].some((each) => each === name)));
      const own = await client(person);

      const stored = await eventsCollection
        .model(deps.portal)
        .find({ client_id: id })
        .sort({ at: -1, _id: -1 });
      expect(stored.map(({ name }) => name)).toEqual(happened);
      const activity = await all((cursor) => own.call.clients.activity({ cursor }));
      expect(activity.map(({ what }) => what)).toEqual(of('visit', 'entry', 'account'));
      const timeline = await all((cursor) => robin.call.clients.timeline({ id, cursor }));
      const isEvent = ({ name }: { name: string }) =>
        !/^(contract-signed|evaluation-sent|matter-event)$/.test(name);
      expect(timeline.filter(isEvent).map(({ name }) => name)).toEqual(
        happened.filter((name) => !of('visit').includes(name)),
      );
      for (const kind of ['claim', 'document', 'note', 'notice', 'contract', 'evaluation'] as const) {
        const shown = await all((cursor) => robin.call.clients.timeline({ id, kind, cursor }));
        expect(shown.filter(isEvent).map(({ name }) => name)).toEqual(of(kind));
      }
      expect(await robin.call.clients.claim({ id })).toHaveLength(of('claim').length);
      expect(await own.call.clients.reveals()).toHaveLength(
        of('account').filter((name) => name === 'revealed').length,
      );
      const { changes, consents } = await robin.call.clients.detail({ id });
      const texting = consents.filter(({ kind }) => kind === 'text-messages');
      expect(texting.map(({ granted }) => granted)).toEqual(person.consents);
      expect(changes.map(({ change }) => change)).toEqual(of('account').slice(0, 20));
      for (const { at, what, id: event } of activity) {
        const same = stored.find(({ _id }) => _id.toHexString() === event);
        expect([same?.name, same?.at.toISOString()]).toEqual([what, at]);
      }
    }
  });
});
