import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import {
  addStaff,
  codes,
  refusal,
  staffMember,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { sendEvaluation } from '../../../tests/setup/submissions.ts';

let deps: Deps;
let robinId: string;
let samId: string;
let robin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robinId = await addStaff(deps, 'reviewer', 'Robin');
  samId = await addStaff(deps, 'admin', 'Sam');
  robin = await staffSession(robinId, deps);
});
beforeEach(() => empty(deps, 'case_evaluations', 'outbox'));
afterAll(() => deps.close());

const send = async () => (await sendEvaluation(deps)).id;
const assign = (id: string, owner: string | null, seen: string | null = null, { call } = robin) =>
  call.evaluations.assign({ id, owner, seen });
const ownerOf = async (id: string) => (await robin.call.evaluations.detail({ id })).owner;

describe('the owner of a submission', () => {
  it('is chosen by nobody who is signed out or may only look', async () => {
    const id = await send();
    const reader = await staffMember(deps, 'read_only');
    expect(await codes([assign(id, samId, null, visitor(deps)), assign(id, samId, null, reader)])).toEqual({
      'signed-out': 1,
      forbidden: 1,
    });
    expect(await ownerOf(id)).toBeNull();
  });

  it('is nobody who cannot work on it, and is not chosen for what does not exist', async () => {
    const id = await send();
    for (const owner of ['nobody', await addStaff(deps, 'read_only')])
      expect(await refusal(assign(id, owner))).toMatchObject({
        code: 'bad-input',
        fields: { owner: 'Choose somebody who can log in and change records.' },
      });
    expect((await refusal(assign('f'.repeat(24), samId)))?.code).toBe('not-found');
  });

  it('is not taken away from a colleague who was not seen, and is by whoever has seen it', async () => {
    const id = await send();
    await assign(id, samId);
    expect(await refusal(assign(id, robinId))).toMatchObject({
      code: 'conflict',
      message: 'Sam has this case evaluation now. Choose again if you still want to.',
    });
    await assign(id, robinId, samId);
    expect(await ownerOf(id)).toEqual({ id: robinId, name: 'Robin' });
    await assign(id, null, robinId);
    expect(await refusal(assign(id, samId, robinId))).toMatchObject({
      message: 'Nobody has this case evaluation now. Choose again if you still want to.',
    });
  });

  it('may be given twice by the same click, and is on record', async () => {
    const id = await send();
    for (let click = 0; click < 2; click += 1) await assign(id, robinId);
    expect(await ownerOf(id)).toEqual({ id: robinId, name: 'Robin' });
    const entries = await deps.audit.entries.find({ action: 'evaluations.assign', subject: id }).toArray();
    expect(entries).toHaveLength(2);
  });

  it('is one of those who can log in and change records, whom every account may read', async () => {
    expect((await refusal(visitor(deps).call.staff.owners()))?.code).toBe('signed-out');
    const owners = await (await staffMember(deps, 'read_only', 'Rita Reader')).call.staff.owners();
    expect(owners.map(({ id }) => id)).toEqual(expect.arrayContaining([robinId, samId]));
    expect(owners.map(({ name }) => name)).not.toContain('Rita Reader');
  });

  it('finds what is one’s own in the list, in every order', async () => {
    const [mine, other] = [await send(), await send()];
    await send();
    await assign(mine, robinId);
    await assign(other, samId);
    for (const filter of [{}, { sort: 'oldest' }, { sort: 'pending' }, { status: 'pending' }]) {
      const { rows } = await robin.call.evaluations.list({ owner: 'me', ...filter });
      expect(rows.map(({ id }) => id)).toEqual([mine]);
    }
    const { id: search } = await robin.call.lists.search({ query: 'canaria' });
    expect((await robin.call.evaluations.list({ owner: 'me', search })).rows).toHaveLength(1);
  });

  it('leaves in a file what is one’s own, as in the list', async () => {
    const [mine] = [await sendEvaluation(deps), await sendEvaluation(deps)];
    await assign(mine.id, samId);
    const sam = await staffSession(samId, deps);
    const asked = { kind: 'evaluations', format: 'json', from: '2026-01-01', to: '9998-12-31' } as const;
    let file = '';
    for await (const part of await sam.call.exports.make({ ...asked, owner: 'me' })) file += part;
    expect(file.match(/[0-9A-Z]{4}-[0-9A-Z]{4}/g)).toEqual([mine.reference]);
  });

  it('is no filter of anybody else’s, nor of lists without owners', async () => {
    const asked = [
      robin.call.evaluations.list({ owner: samId.slice(0, 20) }),
      robin.call.contracts.list({ owner: 'me' }),
      robin.call.clients.list({ owner: 'me' }),
    ];
    expect(await codes(asked)).toEqual({ 'bad-input': 3 });
  });
});
