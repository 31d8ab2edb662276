import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { addClient } from '../../tests/setup/clients.ts';
import { empty, openDeps } from '../../tests/setup/deps.ts';
import { endTrial, markTrial, requireTrial } from './trial.ts';

const refused = /^This database is not marked as that of a trial, so it may have real people in it: .+\.$/;

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'trials', 'clients', 'case_evaluations', 'signed_contracts'));
afterAll(() => deps.close());

it('made-up records are refused by a database without the mark of a trial', async () => {
  await expect(requireTrial(deps)).rejects.toThrow(refused);
});

it('a database with people in it gets no mark, and one with samples alone does', async () => {
  const id = await addClient(deps);
  await markTrial(deps);
  await expect(requireTrial(deps)).rejects.toThrow(refused);
  await clientsCollection.model(deps.portal).updateOne({ _id: id }, { $set: { sample: true } });
  await markTrial(deps);
  await requireTrial(deps);
});

it('the mark stays when a trial goes on, and is gone for good once the public could reach the site', async () => {
  await markTrial(deps);
  await addClient(deps);
  await markTrial(deps);
  await requireTrial(deps);
  await endTrial(deps);
  await markTrial(deps);
  await expect(requireTrial(deps)).rejects.toThrow(refused);
});
