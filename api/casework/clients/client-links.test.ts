import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import {
  clientLinksCollection,
  type LinkedKind,
  type LinkState,
} from '#api/casework/links/client-link.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  clientSession,
  codes,
  refusal,
  ssnOf,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import {
  contractAnswers,
  empty,
  type evaluationAnswers,
  openDeps,
  visitor,
} from '../../../tests/setup/deps.ts';
import { applyRetention } from '../../../tests/setup/retention.ts';
import { sendEvaluation, signContract } from '../../../tests/setup/submissions.ts';

const reason = 'Same person: she told us on the phone';
const { ssn, date_of_birth: dateOfBirth } = contractAnswers;

let deps: Deps;
let robin: Visitor;
let reader: Visitor;
let id: string;
let other: string;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'clients');
  robin = await staffMember(deps, 'reviewer');
  reader = await staffMember(deps, 'read_only', 'Sam');
  id = await addClient(deps, { ssn, dateOfBirth });
  other = await addClient(deps, { ssn: ssnOf(21) });
});
beforeEach(() =>
  empty(
    deps,
    clientLinksCollection.name,
    'events',
    'signed_contracts',
    'case_evaluations',
    'documents',
    'outbox',
  ),
);
afterAll(() => deps.close());

interface Sent {
  record: string;
  reference: string;
}

const evaluate = (changed: Partial<typeof evaluationAnswers> = {}) =>
  sendEvaluation(deps, changed).then(asRecord);
const sign = (changed: Partial<typeof contractAnswers> = {}) => signContract(deps, changed).then(asRecord);
const asRecord = ({ id: record, reference }: { id: string; reference: string }) => ({ record, reference });

const decide = (kind: LinkedKind, { record }: Sent, state: LinkState, client = id) =>
  robin.call.clients.decideLink({ id: client, kind, record, state, reason });
const detail = (client = id) => robin.call.clients.detail({ id: client });
const rows = () => clientLinksCollection.model(deps.portal).find().sort({ _id: 1 }).lean();

describe('whose a record is', () => {
  it('is said by no visitor, no client and no role that may only look', async () => {
    const { record, reference } = await evaluate();
    const client = await clientSession(id, deps);
    for (const { call } of [visitor(deps), client]) {
      const calls = [
        call.clients.decideLink({ id, kind: 'evaluation', record, state: 'linked', reason }),
        call.clients.decideLink({ id, kind: 'evaluation', reference, state: 'linked', reason }),
        call.clients.linkable({ id, kind: 'evaluation', record }),
        call.clients.ofEvaluation({ id: record }),
      ];
      expect(await codes(calls)).toEqual({ 'signed-out': 4 });
    }
    const { clients } = reader.call;
    expect(
      await codes([
        clients.decideLink({ id, kind: 'evaluation', record, state: 'linked', reason }),
        clients.linkable({ id, kind: 'evaluation', record }),
      ]),
    ).toEqual({ forbidden: 2 });
    expect(await clients.ofEvaluation({ id: record })).toEqual({ client: null, possible: [] });
    expect(await rows()).toEqual([]);
  });

  it('is said with a reason, about a client and a record that exist, and a kind that can be linked', async () => {
    const { record } = await evaluate();
    const right = { id, kind: 'evaluation', record, state: 'linked', reason } as const;
    const { decideLink } = robin.call.clients;
    for (const wrong of [
      { ...right, reason: 'why' },
      { ...right, reason: 'x'.repeat(501) },
      { ...right, state: 'deleted' },
      { ...right, kind: 'application' },
      { ...right, record: { $ne: '' } },
      { id, kind: 'evaluation', reference: 'K7QH-M9XC', state: 'separate', reason },
    ])
      expect(await refusal(decideLink(wrong as never))).toMatchObject({ code: 'bad-input' });
    for (const unknown of [
      { ...right, id: randomUUID() },
      { ...right, record: 'f'.repeat(24) },
      { ...right, kind: 'contract' as const },
      { id, kind: 'evaluation' as const, reference: 'K7QH-M9XC', state: 'linked' as const, reason },
    ])
      expect(await refusal(decideLink(unknown))).toMatchObject({ code: 'not-found' });
    expect(await rows()).toEqual([]);
  });

  it('makes an evaluation the client’s, with who said so and why, and no other client’s', async () => {
    await sign();
    const sent = await evaluate({ phone: contractAnswers.phone });
    expect((await detail()).possibleEvaluations.map(({ id }) => id)).toEqual([sent.record]);
    await decide('evaluation', sent, 'linked');
    await decide('evaluation', sent, 'linked');
    expect(await rows()).toHaveLength(1);
    const { evaluations, possibleEvaluations } = await detail();
    expect(possibleEvaluations).toEqual([]);
    expect(evaluations).toMatchObject([
      { id: sent.record, reference: sent.reference, link: { reason, who: 'Robin', state: 'linked' } },
    ]);
    expect(await robin.call.clients.ofEvaluation({ id: sent.record })).toEqual({ client: id, possible: [] });
    expect(await refusal(decide('evaluation', sent, 'linked', other))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('linked to another client'),
    });
    await decide('evaluation', sent, 'separate');
    await decide('evaluation', sent, 'linked', other);
    expect((await detail()).evaluations).toEqual([]);
    expect((await detail()).separateRecords).toMatchObject([{ record: sent.record, state: 'separate' }]);
    expect((await detail(other)).evaluations).toHaveLength(1);
  });

  it('takes a reference as people type it', async () => {
    const { reference, record } = await evaluate();
    const typed = ` ${reference.toLowerCase().replace('-', ' – ')} `;
    const wanted = { id, kind: 'evaluation', reference: typed, state: 'linked', reason } as const;
    await robin.call.clients.decideLink(wanted);
    expect((await detail()).evaluations.map(({ id }) => id)).toEqual([record]);
  });

  it('hides what is somebody else’s, and an evaluation that is linked to another client', async () => {
    await sign();
    const [strange, taken] = [await evaluate(), await evaluate()];
    await decide('evaluation', strange, 'separate');
    await decide('evaluation', taken, 'linked', other);
    const { evaluations, possibleEvaluations } = await detail();
    expect([evaluations, possibleEvaluations]).toEqual([[], []]);
  });

  it('makes a contract with another name the client’s, with its address and phone', async () => {
    await sign();
    const married = await sign({ last_name: 'Newname', phone: '2015550123', street_address: '9 New Street' });
    const before = await detail();
    // Two names on one number: until staff decide, neither counts as the client's.
    expect([before.documents.length, before.differentContracts.length]).toEqual([0, 2]);
    await decide('contract', married, 'linked');
    const after = await detail();
    expect(after.documents.map(({ contract, link }) => [contract.reference, link?.who ?? null])).toEqual([
      [married.reference, 'Robin'],
      [expect.any(String), null],
    ]);
    expect(after.differentContracts).toEqual([]);
    expect(after.phones.map(({ value }) => value)).toContain('(201) 555-0123');
  });

  it('takes a contract away that somebody else signed with the client’s number', async () => {
    const forged = await sign();
    expect((await detail()).documents).toHaveLength(1);
    await decide('contract', forged, 'separate');
    const { documents, phones, differentContracts } = await detail();
    expect([documents, phones, differentContracts]).toEqual([[], [], []]);
    expect((await robin.call.contracts.detail({ id: forged.record })).client).toBeNull();
  });

  it('leads from a contract of another number to the client whom staff linked it to', async () => {
    const typo = await sign({ ssn: ssnOf(22) });
    await decide('contract', typo, 'linked');
    expect((await robin.call.contracts.detail({ id: typo.record })).client).toBe(id);
  });

  it('is one client’s, also of two at the same moment', async () => {
    const sent = await evaluate();
    const both = [id, other].map((client) => decide('evaluation', sent, 'linked', client));
    expect(await codes(both)).toEqual({ done: 1, conflict: 1 });
  });

  it('is on the timeline, with each decision', async () => {
    const sent = await evaluate();
    await decide('evaluation', sent, 'linked');
    await decide('evaluation', sent, 'separate');
    await decide('evaluation', sent, 'linked');
    const { events } = await robin.call.clients.timeline({ id, kind: 'evaluation' });
    expect(events.map(({ name }) => name)).toEqual([
      'evaluation-linked',
      'evaluation-separate',
      'evaluation-linked',
      'evaluation-sent',
    ]);
    expect(events[0]).toMatchObject({
      text: reason,
      who: { staff: 'Robin' },
      record: { kind: 'evaluation', id: sent.record, reference: sent.reference },
    });
  });

  it('is stored without the reason in plain text, and ends with the account', async () => {
    const sent = await evaluate();
    await decide('evaluation', sent, 'linked');
    const events = await deps.portal.collection('events').find().toArray();
    expect([events.length, JSON.stringify([events, await rows()])]).toEqual([
      1,
      expect.not.stringContaining('on the phone'),
    ]);
    const ended = await addClient(deps, { ssn: ssnOf(23) });
    await decide('evaluation', sent, 'separate', ended);
    await clientsCollection.model(deps.portal).deleteOne({ _id: ended });
    expect(await applyRetention('client_links', deps)).toBe(1);
    expect((await rows()).map(({ client_id }) => client_id)).toEqual([id]);
  });
});
