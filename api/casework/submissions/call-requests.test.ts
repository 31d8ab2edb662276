import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import type { Deps } from '#api/platform/deps.ts';
import {
  addClient,
  clientSession,
  codes,
  refusal,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';

const answers = { name: 'Jo Canary', phone: '(201) 555-0147', best_time: 'midday', topic: 'pin' };

let deps: Deps;
let robin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffMember(deps, 'reviewer');
});
beforeEach(() => empty(deps, 'call_requests', 'outbox', 'staff_notices', 'clients'));
afterAll(() => deps.close());

const stored = () => deps.portal.collection('call_requests').find().toArray();
const send = (more: Record<string, unknown> = {}, key: string = randomUUID()) =>
  submissionHandlers['call-request'].submit({ answers: { ...answers, ...more }, key }, { deps });

async function sendOne(): Promise<string> {
  await send();
  return String((await stored()).at(-1)?._id);
}

describe('a request for a call', () => {
  it('is refused without a number, with an option that is none, and with anything else, such as a Social Security number', async () => {
    expect(await refusal(send({ phone: '', best_time: 'night' }))).toMatchObject({
      code: 'bad-input',
      fields: { phone: 'Enter your phone number', best_time: 'Select the best time to call' },
    });
    expect((await refusal(send({ ssn: '212847391' })))?.code).toBe('bad-input');
    expect(await stored()).toEqual([]);
  });

  it('is stored encrypted and once, with a reference and a notice to staff, and causes no email', async () => {
    const key = randomUUID();
    const sent = await Promise.all(Array.from({ length: 5 }, () => send({}, key)));
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
    const [request, ...others] = await stored();
    expect(others).toEqual([]);
    expect(request).toMatchObject({ reference: sent[0]?.reference, status: 'pending' });
    expect(JSON.stringify(request)).not.toMatch(/canary|5550147|midday|"pin"/i);
    expect(await deps.portal.collection('outbox').countDocuments()).toBe(0);
    expect(await deps.portal.collection('staff_notices').find().toArray()).toMatchObject([
      { noun: 'call request', page: '/admin/call-requests' },
    ]);
  });

  it('is read and marked by staff only, and not marked by those who may only look', async () => {
    const id = await sendOne();
    const client = await clientSession(await addClient(deps), deps);
    const done = { id, decision: 'approved' } as const;
    for (const { call } of [visitor(deps), client])
      expect(
        await codes([
          call.callRequests.list({}),
          call.callRequests.detail({ id }),
          call.callRequests.pending(),
          call.callRequests.decide(done),
        ]),
      ).toEqual({ 'signed-out': 4 });
    const reader = await staffMember(deps, 'read_only');
    expect((await refusal(reader.call.callRequests.decide(done)))?.code).toBe('forbidden');
    expect((await reader.call.callRequests.list({})).rows).toMatchObject([{ name: 'Jo Canary' }]);
  });

  it('is counted until it is marked as called or closed, with who and when, and on record', async () => {
    const id = await sendOne();
    await send();
    expect(await robin.call.callRequests.pending()).toMatchObject({ count: 2 });
    await robin.call.callRequests.decide({ id, decision: 'approved' });
    expect(await robin.call.callRequests.pending()).toMatchObject({ count: 1 });
    expect(await robin.call.callRequests.detail({ id })).toMatchObject({
      status: 'approved',
      reviewedBy: 'Robin',
      reviewedAt: expect.any(String),
      decisions: ['rejected'],
    });
    expect(await refusal(robin.call.callRequests.decide({ id, decision: 'approved' }))).toMatchObject({
      code: 'conflict',
      message: 'This call request is already called. Decided by Robin.',
    });
    const entry = await deps.audit.entries.findOne({ action: 'callRequests.decide' });
    expect(entry).toMatchObject({ subject: id, actor: expect.stringMatching(/^staff:/) });
  });

  it('that was closed by mistake can be marked as called, and the other way round', async () => {
    const id = await sendOne();
    for (const [seen, decision] of [
      ['pending', 'rejected'],
      ['rejected', 'approved'],
      ['approved', 'rejected'],
    ] as const) {
      await robin.call.callRequests.decide({ id, decision, seen });
      expect(await robin.call.callRequests.detail({ id })).toMatchObject({ status: decision });
    }
  });

  it('is found by name, phone number and reference', async () => {
    const { reference } = await send();
    for (const query of ['canary', '555-0147', '0147', reference])
      expect([
        query,
        (await robin.call.callRequests.list({ search: (await robin.call.lists.search({ query })).id })).rows
          .length,
      ]).toEqual([query, 1]);
  });
});
