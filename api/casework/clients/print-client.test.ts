import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { createClient } from '#api/accounts/clients/create-client.ts';
import type { Deps } from '#api/platform/deps.ts';
import { clientSession, codes, refusal, ssnOf, staffMember } from '../../../tests/setup/clients.ts';
import { empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';

const ssn = ssnOf(21);

let deps: Deps;
let id: string;
beforeAll(async () => {
  deps = await openDeps();
  await empty(deps, 'clients');
  await createClient({ ssn, dateOfBirth: '1968-04-27', pin: '8052' }, deps);
  id = String((await clientsCollection.model(deps.portal).findOne().lean())?._id);
});
afterAll(() => deps.close());

it('is refused to visitors and clients, and for nobody’s id', async () => {
  const client = await clientSession(id, deps);
  const calls = [visitor(deps), client].map(({ call }) => call.clients.printRecord({ id }));
  expect(await codes(calls)).toEqual({ 'signed-out': 2 });
  const { clients } = (await staffMember(deps, 'reviewer')).call;
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect((await refusal(clients.printRecord({ id: nobody })))?.code).toBe('not-found');
});

it('is the whole record with who printed it, on record as a print, and without the number', async () => {
  const { clients } = (await staffMember(deps, 'reviewer', 'Robin')).call;
  for (let count = 0; count < 25; count += 1)
    await clients.addNote({ id, key: randomUUID(), text: `Note ${count}` });
  await emptyAuditLog(deps);
  const reader = await staffMember(deps, 'read_only', 'Sam');
  const printed = await reader.call.clients.printRecord({ id });
  expect(printed).toMatchObject({
    client: { id, ssn: `***-**-${ssn.slice(-4)}` },
    documents: [],
    isCut: false,
    printedBy: 'Sam',
    printedAt: expect.any(String),
  });
  expect([printed.notes.length, printed.events.length]).toEqual([25, 26]);
  for (const digits of [ssn, ssn.slice(0, 5), '1968-04-27'])
    expect(JSON.stringify(printed)).not.toContain(digits);
  const entries = await deps.audit.entries.find().toArray();
  expect(entries).toMatchObject([{ action: 'clients.printRecord', subject: id }]);
});
