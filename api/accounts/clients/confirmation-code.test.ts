import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  clientCollections,
  clientSession,
  codes,
  confirmAccount,
  refusal,
  ssnOf,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { clientsCollection } from './client.model.ts';

const reason = 'Called at the number in the contract of Jo Canary';
const nobody = '00000000-0000-4000-8000-000000000000';
const wrong = {
  code: 'bad-input',
  title: 'Your account was not confirmed',
  message:
    'Check the code, and type it again. A code works once, for 24 hours, and ends after 5 wrong tries. If you need a new one, please call us.',
  fields: { code: 'Check the code' },
};

let deps: Deps;
let robin: Visitor;
let id: string;
let owner: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffMember(deps, 'reviewer');
});
beforeEach(async () => {
  await empty(deps, ...clientCollections, 'events');
  id = await addClient(deps);
  owner = await clientSession(id, deps);
});
afterAll(() => deps.close());

const issue = async (of = id) =>
  (await robin.call.clients.issueConfirmationCode({ id: of, reason, withoutContract: true })).code;
const type = (code: string, who = owner) => who.call.clients.confirmWithCode({ code });
const isConfirmed = async (who = owner) => (await who.call.clients.me()).confirmBy === null;

describe('issuing a confirmation code', () => {
  it('is refused to visitors, clients and staff who only read, without a reason, and for nobody’s id', async () => {
    const asked = { id, reason, withoutContract: true };
    for (const who of [visitor(deps), owner])
      expect((await refusal(who.call.clients.issueConfirmationCode(asked)))?.code).toBe('signed-out');
    const reader = await staffMember(deps, 'read_only');
    expect((await refusal(reader.call.clients.issueConfirmationCode(asked)))?.code).toBe('forbidden');
    const { issueConfirmationCode } = robin.call.clients;
    expect((await refusal(issueConfirmationCode({ ...asked, reason: ' ' })))?.code).toBe('bad-input');
    expect((await refusal(issueConfirmationCode({ ...asked, id: nobody })))?.code).toBe('not-found');
    expect((await clientsCollection.model(deps.portal).findOne().lean())?.confirmation_code).toBeNull();
  });

  it('is refused for an account that is confirmed', async () => {
    await confirmAccount(id, robin, deps);
    expect(await refusal(robin.call.clients.issueConfirmationCode({ id, reason }))).toMatchObject({
      code: 'conflict',
      message: 'This account is confirmed already.',
    });
  });

  it('is refused for an account whose number has no contract, unless staff say that they know', async () => {
    const { issueConfirmationCode } = robin.call.clients;
    expect((await robin.call.clients.detail({ id })).hasContract).toBe(false);
    expect(await refusal(issueConfirmationCode({ id, reason }))).toMatchObject({
      code: 'conflict',
      fields: { without_contract: expect.stringContaining('check the box') },
    });
    expect((await clientsCollection.model(deps.portal).findOne().lean())?.confirmation_code).toBeNull();
    await issueConfirmationCode({ id, reason, withoutContract: true });
    await clientsCollection.model(deps.portal).updateOne({ _id: id }, { has_contract: true });
    expect((await robin.call.clients.detail({ id })).hasContract).toBe(true);
    await issueConfirmationCode({ id, reason });
  });

  it('shows the code once, with the reason on record, and stores it nowhere', async () => {
    await emptyAuditLog(deps);
    const asked = { id, reason, withoutContract: true };
    const { code, expiresAt } = await robin.call.clients.issueConfirmationCode(asked);
    expect(code).toMatch(/^[34679CDFGHJKMNPQRTWXY]{4}-[34679CDFGHJKMNPQRTWXY]{4}$/);
    expect(new Date(expiresAt).getTime() - Date.now()).toBeGreaterThan(23.9 * 60 * 60 * 1000);
    const detail = await robin.call.clients.detail({ id });
    expect(detail.changes).toMatchObject([{ change: 'confirmation-code-issued', reason }]);
    const audit = await deps.audit.entries.find().toArray();
    expect(audit[0]).toMatchObject({ action: 'clients.issueConfirmationCode', subject: id });
    const stored = JSON.stringify([
      audit,
      detail,
      await clientsCollection.model(deps.portal).findOne().lean(),
    ]);
    for (const text of [code, code.replace('-', '')]) expect(stored).not.toContain(text);
  });

  it('confirms nothing by itself', async () => {
    await issue();
    expect(await isConfirmed()).toBe(false);
  });
});

describe('an account', () => {
  it('is confirmed by nobody but who is signed in to it: not by visitors, staff or another client', async () => {
    const code = await issue();
    const stranger = await clientSession(await addClient(deps, { ssn: ssnOf(1) }), deps);
    expect(await codes([type(code, visitor(deps)), type(code, robin)])).toEqual({ 'signed-out': 2 });
    expect(await refusal(type(code, stranger))).toEqual(wrong);
    expect([await isConfirmed(), await isConfirmed(stranger)]).toEqual([false, false]);
  });

  it('is confirmed by the code as it was heard, once, without end from then on, and staff read who gave it', async () => {
    const code = await issue();
    const { confirmBy } = await owner.call.clients.me();
    expect(new Date(confirmBy ?? 0).getTime() - Date.now()).toBeGreaterThan(29.9 * 24 * 60 * 60 * 1000);
    await type(` ${code.toLowerCase().replace('-', ' ')} `);
    expect(await isConfirmed()).toBe(true);
    expect(await refusal(type(code))).toMatchObject({ code: 'conflict' });
    const { changes } = await robin.call.clients.detail({ id });
    expect(changes).toMatchObject([
      { change: 'confirmed', who: 'Robin' },
      { change: 'confirmation-code-issued', who: 'Robin', reason },
    ]);
  });

  it('is confirmed once by five requests with one code at the same time', async () => {
    const code = await issue();
    await codes(Array.from({ length: 5 }, () => type(code)));
    expect(await isConfirmed()).toBe(true);
    const { changes } = await robin.call.clients.detail({ id });
    expect(changes.filter(({ change }) => change === 'confirmed')).toHaveLength(1);
  });

  it('is refused in the same words for no code, a wrong, an expired and a replaced one', async () => {
    expect(await refusal(type('CCCC-CCCC'))).toEqual(wrong);
    const replaced = await issue();
    const expired = await issue();
    expect(await refusal(type(replaced))).toEqual(wrong);
    await clientsCollection
      .model(deps.portal)
      .updateOne({ _id: id }, { 'confirmation_code.expires_at': new Date(Date.now() - 1) });
    expect(await refusal(type(expired))).toEqual(wrong);
    expect(await isConfirmed()).toBe(false);
  });

  it('takes five tries at a code, also at the same moment; then the right one is refused too, until a new one', async () => {
    const code = await issue();
    await codes(Array.from({ length: 4 }, () => type('CCCC-CCCC')));
    await codes(Array.from({ length: 6 }, () => type('DDDD-DDDD')));
    expect(await refusal(type(code))).toEqual(wrong);
    expect(await isConfirmed()).toBe(false);
    await type(await issue());
    expect(await isConfirmed()).toBe(true);
  });
});
