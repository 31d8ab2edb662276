import { randomUUID } from 'node:crypto';
import { type QueueName, reviewedIntakes } from '@claimdesk/forms/intakes';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStaff } from '#api/accounts/staff/create-staff.ts';
import { contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { removeContract } from '#api/casework/contracts/remove-contract.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  clientCollections,
  refusal,
  register,
  signedIn,
  ssnOf,
  staffMember,
} from '../../../tests/setup/clients.ts';
import {
  applicationAnswers,
  empty,
  emptyAuditLog,
  evaluationAnswers,
  openDeps,
  visitor,
} from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { purgeRemovedFiles } from './record-removal.ts';

const reason = 'The sender asked for it by phone';
const none = '0'.repeat(24);
const password = 'correct horse battery';
const queues = reviewedIntakes.map(({ queue: { name } }) => name);

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await createStaff({ name: 'Ada Keeper', email: 'ada@example.com', password, role: 'admin' }, deps);
});
beforeEach(() =>
  empty(
    deps,
    ...reviewedIntakes.map(({ queue: { collection } }) => collection),
    ...['signed_contracts', 'documents', 'document_files.files', 'document_files.chunks'],
    ...['outbox', 'staff_notices', 'client_links', 'events', 'removals', ...clientCollections],
  ),
);
afterAll(() => deps.close());

const rows = (collection: string) => deps.portal.collection(collection).find().toArray();
const count = async (collection: string) => (await rows(collection)).length;

async function keeper() {
  const who = visitor(deps);
  await who.call.staff.signInWithEmail({ email: 'ada@example.com', password });
  return who.call;
}

const answersFor: Record<QueueName, Record<string, unknown>> = {
  evaluations: evaluationAnswers,
  applications: applicationAnswers,
  callRequests: { name: 'Canaria Calls', phone: '2015550147', best_time: 'morning', topic: 'other' },
};

/** Sends a form. @returns its record. */
async function send(name: QueueName) {
  const intake = reviewedIntakes.find(({ queue }) => queue.name === name);
  if (!intake) throw new Error(`There is no queue ${name}.`);
  const { reference } = await submissionHandlers[intake.form].submit(
    { answers: answersFor[name], key: randomUUID() },
    { deps },
  );
  const stored = await deps.portal.collection(intake.queue.collection).findOne({ reference });
  return { id: String(stored?._id), reference, collection: intake.queue.collection };
}

const sign = () => signContract(deps);

describe('removing what people sent', () => {
  it.each(queues)(
    'is refused to all but administrators, without a reason, and what is gone: %s',
    async (name) => {
      const { id, collection } = await send(name);
      await register(visitor(deps));
      for (const who of [visitor(deps), await signedIn(deps)])
        expect((await refusal(who.call[name].remove({ id, reason })))?.code).toBe('signed-out');
      for (const role of ['reviewer', 'read_only'] as const)
        expect(
          await refusal((await staffMember(deps, role)).call[name].remove({ id, reason })),
        ).toMatchObject({
          code: 'forbidden',
        });
      const call = await keeper();
      for (const wrong of ['', ' no ', 'x'.repeat(501)])
        expect((await refusal(call[name].remove({ id, reason: wrong })))?.code).toBe('bad-input');
      expect((await refusal(call[name].remove({ id: none, reason })))?.code).toBe('not-found');
      expect((await refusal(call[name].remove({ id: { $ne: '' } as never, reason })))?.code).toBe(
        'bad-input',
      );
      expect([await count(collection), await count('removals')]).toEqual([1, 0]);
    },
  );

  it('asks again who somebody is, half an hour after that was shown', async () => {
    const { id } = await send('evaluations');
    const contract = await sign();
    const call = await keeper();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      for (const minutes of [11, 21, 31]) {
        vi.setSystemTime(now + minutes * 60_000);
        await call.staff.stay();
      }
      const attempts = await Promise.allSettled([
        call.evaluations.remove({ id, reason }),
        call.contracts.remove({ id: contract.id, reason, notRepresented: true }),
      ]);
      const refused = { status: 'rejected', reason: { code: 'forbidden', reason: 'confirm' } };
      expect(attempts).toMatchObject([refused, refused]);
    } finally {
      vi.useRealTimers();
    }
    expect([await count('case_evaluations'), await count('signed_contracts')]).toEqual([1, 1]);
  });

  it.each(queues)(
    'deletes the record with its emails and notices that were not sent, and no other: %s',
    async (name) => {
      const { id, collection } = await send(name);
      const kept = await send(name);
      const call = await keeper();
      await call[name].remove({ id, reason });
      expect((await rows(collection)).map(({ reference }) => reference)).toEqual([kept.reference]);
      expect((await rows('staff_notices')).map(({ reference }) => reference)).toEqual([kept.reference]);
      expect((await rows('outbox')).filter(({ about }) => about !== kept.reference)).toEqual([]);
      expect((await refusal(call[name].detail({ id })))?.code).toBe('not-found');
      expect((await refusal(call[name].remove({ id, reason })))?.code).toBe('not-found');
    },
  );

  it('happens whatever was decided, and ends what staff said about whose an evaluation is', async () => {
    const { id } = await send('evaluations');
    await register(visitor(deps));
    const client = String((await deps.portal.collection('clients').findOne())?._id);
    const call = await keeper();
    await call.evaluations.decide({ id, decision: 'approved' });
    await call.clients.decideLink({ id: client, kind: 'evaluation', record: id, state: 'linked', reason });
    await call.evaluations.remove({ id, reason });
    expect([await count('case_evaluations'), await count('client_links')]).toEqual([0, 0]);
    expect(await deps.portal.collection('events').countDocuments({ kind: 'evaluation' })).toBe(0);
    expect((await call.clients.detail({ id: client })).evaluations).toEqual([]);
  });

  it('leaves the entry that an application made in the directory', async () => {
    const { id } = await send('applications');
    const call = await keeper();
    await call.applications.decide({ id, decision: 'approved' });
    await call.applications.remove({ id, reason });
    expect((await call.directory.list({})).rows.map(({ name }) => name)).toContain(applicationAnswers.name);
  });

  it('is on record with who and why, which administrators read and nothing stores in plain text', async () => {
    const { id, reference } = await send('evaluations');
    const call = await keeper();
    await emptyAuditLog(deps);
    await call.evaluations.remove({ id, reason });
    const entries = await deps.audit.entries.find().toArray();
    expect(entries).toMatchObject([{ action: 'evaluations.remove', subject: id }]);
    const stored = await rows('removals');
    expect(stored).toMatchObject([{ kind: 'evaluations', reference }]);
    expect(JSON.stringify([entries, stored])).not.toMatch(/asked for it|Canaria/);
    expect(await call.retention.removals()).toMatchObject([
      { kind: 'evaluations', record: id, reference, who: 'Ada Keeper', reason },
    ]);
    const indexes = await deps.portal.collection('removals').indexes();
    const sixYears = 6 * 365 * 24 * 60 * 60;
    expect(indexes).toContainEqual(expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: sixYears }));
    const reviewer = await staffMember(deps, 'reviewer');
    expect((await refusal(reviewer.call.retention.removals()))?.code).toBe('forbidden');
  });

  it('deletes everything or nothing', async () => {
    const { id } = await send('evaluations');
    const { portal } = deps;
    const collMod = (validator: object) =>
      portal.getClient().db(portal.name).command({ collMod: 'removals', validator });
    const call = await keeper();
    await collMod({ never: { $exists: true } });
    try {
      await expect(call.evaluations.remove({ id, reason })).rejects.toThrow();
    } finally {
      await collMod({});
    }
    expect([await count('case_evaluations'), await count('staff_notices')]).toEqual([1, 1]);
    expect((await rows('outbox')).filter(({ about }) => about)).toHaveLength(1);
  });

  it('finds what belongs to a record by indexes', async () => {
    const finds: [string, object][] = [
      ['client_links', { record: none }],
      ['outbox', { about: 'K7QH-M9XC' }],
      ['staff_notices', { reference: 'K7QH-M9XC' }],
      ['removals', { files: { $exists: true } }],
    ];
    for (const [collection, filter] of finds) {
      const plan = JSON.stringify(await deps.portal.collection(collection).find(filter).explain());
      expect([collection, plan.includes('COLLSCAN')]).toEqual([collection, false]);
    }
  });
});

describe('removing a signed contract', () => {
  const remove = async (id: string, notRepresented = true) =>
    (await keeper()).contracts.remove({ id, reason, notRepresented });

  it('is refused to all but administrators, without a reason, and for one that is gone', async () => {
    const { id } = await sign();
    const request = { id, reason, notRepresented: true };
    expect((await refusal(visitor(deps).call.contracts.remove(request)))?.code).toBe('signed-out');
    for (const role of ['reviewer', 'read_only'] as const)
      expect((await refusal((await staffMember(deps, role)).call.contracts.remove(request)))?.code).toBe(
        'forbidden',
      );
    const call = await keeper();
    expect((await refusal(call.contracts.remove({ ...request, reason: '  x ' })))?.code).toBe('bad-input');
    expect((await refusal(call.contracts.remove({ ...request, id: none })))?.code).toBe('not-found');
    expect([await count('signed_contracts'), await count('removals')]).toEqual([1, 0]);
  });

  it('is refused while it is a registered client’s, and while staff do not say that nobody is represented', async () => {
    const { id } = await sign();
    expect(await refusal(remove(id, false))).toMatchObject({
      code: 'conflict',
      message: 'A contract is kept while we represent its signer. To delete it, check the box too.',
    });
    await register(visitor(deps));
    expect(await refusal(remove(id))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('is a registered client’s, so it is kept'),
    });
    expect(await count('signed_contracts')).toBe(1);
    const call = await keeper();
    const client = String((await deps.portal.collection('clients').findOne())?._id);
    await call.clients.decideLink({ id: client, kind: 'contract', record: id, state: 'separate', reason });
    await remove(id);
    expect([await count('signed_contracts'), await count('client_links')]).toEqual([0, 0]);
  });

  it('is refused, with what is different, while a registered client may be the signer and staff have not said who is', async () => {
    const { id } = await sign();
    await register(visitor(deps), { date_of_birth: '1970-01-01' });
    const client = String((await deps.portal.collection('clients').findOne())?._id);
    expect(await refusal(remove(id))).toMatchObject({
      code: 'conflict',
      message:
        'A registered client has the Social Security number on this contract, but another date of birth. Say on the client’s page whose contract it is first.',
    });
    expect([await count('signed_contracts'), await count('removals')]).toEqual([1, 0]);
    const call = await keeper();
    await call.clients.decideLink({ id: client, kind: 'contract', record: id, state: 'separate', reason });
    await remove(id);
    expect(await count('signed_contracts')).toBe(0);
  });

  it('is refused for one that staff link to a client in between', async () => {
    const { id } = await sign();
    await register(visitor(deps), { ssn: ssnOf(1) });
    const client = String((await deps.portal.collection('clients').findOne())?._id);
    const call = await keeper();
    const { of } = deps.keys;
    // The contract has been read, and the deletion not begun.
    vi.spyOn(deps.keys, 'of').mockImplementationOnce(async (owner) => {
      await call.clients.decideLink({ id: client, kind: 'contract', record: id, state: 'linked', reason });
      return of(owner);
    });
    const request = { id, reason, notRepresented: true };
    expect(await refusal(removeContract(request, { deps, staff: { userId: 'ada' } }))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('is a registered client’s, so it is kept'),
    });
    expect([await count('signed_contracts'), await count('client_links')]).toEqual([1, 1]);
  });

  it('is refused for one that staff link to a client after the deletion has read whose it is', async () => {
    const { id } = await sign();
    await register(visitor(deps), { ssn: ssnOf(1) });
    const client = String((await deps.portal.collection('clients').findOne())?._id);
    const call = await keeper();
    const { remove } = contractsCollection;
    vi.spyOn(contractsCollection, 'remove').mockImplementationOnce(async (...args) => {
      await call.clients.decideLink({ id: client, kind: 'contract', record: id, state: 'linked', reason });
      return remove(...args);
    });
    const request = { id, reason, notRepresented: true };
    expect(await refusal(removeContract(request, { deps, staff: { userId: 'ada' } }))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('is a registered client’s, so it is kept'),
    });
    expect([await count('signed_contracts'), await count('client_links')]).toEqual([1, 1]);
  });

  it('is possible at once when the account that it was linked to has ended', async () => {
    const { id } = await sign();
    await register(visitor(deps));
    const client = String((await deps.portal.collection('clients').findOne())?._id);
    const call = await keeper();
    await call.clients.decideLink({ id: client, kind: 'contract', record: id, state: 'linked', reason });
    await call.clients.close({ id: client, reason });
    expect((await call.contracts.detail({ id })).client).toBeNull();
    await remove(id);
    expect(await count('signed_contracts')).toBe(0);
  });

  it('deletes its PDF and its email with it', async () => {
    const { id } = await sign();
    const kept = await sign();
    const call = await keeper();
    await call.contracts.file({ id });
    await call.contracts.file({ id: kept.id });
    expect(await count('document_files.files')).toBe(2);
    await remove(id);
    expect((await rows('signed_contracts')).map(({ reference }) => reference)).toEqual([kept.reference]);
    expect((await rows('documents')).map(({ reference }) => reference)).toEqual([kept.reference]);
    expect(await count('document_files.files')).toBe(1);
    expect((await rows('outbox')).filter(({ about }) => about !== kept.reference)).toEqual([]);
    expect(await rows('removals')).toEqual([expect.not.objectContaining({ files: expect.anything() })]);
  });

  it('leaves no file when the store was away: the daily deletion takes it', {
    tags: 'thorough',
  }, async () => {
    const { id } = await sign();
    const call = await keeper();
    await call.contracts.file({ id });
    const away = vi.spyOn(deps.store, 'delete').mockRejectedValueOnce(new Error('The store is away.'));
    await remove(id);
    away.mockRestore();
    expect([await count('signed_contracts'), await count('document_files.files')]).toEqual([0, 1]);
    expect(await purgeRemovedFiles(deps)).toBe(1);
    expect([await count('document_files.files'), await purgeRemovedFiles(deps)]).toEqual([0, 0]);
  });

  it('leaves no file because of another one that cannot be deleted', { tags: 'thorough' }, async () => {
    const call = await keeper();
    const away = vi.spyOn(deps.store, 'delete').mockRejectedValue(new Error('The store is away.'));
    for (let times = 0; times < 3; times += 1) {
      const { id } = await sign();
      await call.contracts.file({ id });
      await call.contracts.remove({ id, reason, notRepresented: true });
    }
    away.mockRestore();
    vi.spyOn(deps.store, 'delete').mockRejectedValueOnce(new Error('This file is damaged.'));
    await expect(purgeRemovedFiles(deps)).rejects.toThrow('failed for 1');
    expect(await count('document_files.files')).toBe(1);
    expect(await purgeRemovedFiles(deps)).toBe(1);
  });

  it('leaves no PDF that is made at the same moment', { tags: 'thorough' }, async () => {
    const { id } = await sign();
    const document = String((await deps.portal.collection('documents').findOne())?._id);
    const { put } = deps.store;
    vi.spyOn(deps.store, 'put').mockImplementationOnce(async (name, bytes) => {
      await remove(id);
      await put(name, bytes);
    });
    await expect(deps.documents.read(document)).rejects.toThrow('deleted while it was made');
    expect([await count('documents'), await count('document_files.files')]).toEqual([0, 0]);
  });
});
