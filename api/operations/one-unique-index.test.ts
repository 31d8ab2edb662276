import { afterAll, beforeAll, expect, it } from 'vitest';
import { contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import type { Deps } from '#api/platform/deps.ts';
import { empty, evaluationAnswers, openDeps } from '../../tests/setup/deps.ts';
import { oneUniqueIndex } from './one-unique-index.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(async () => {
  await empty(deps, 'case_evaluations');
  await deps.close();
});

const collections = [
  ...Object.values(submissionKinds).map(({ collection }) => collection),
  contractsCollection,
];
const fields = ['reference', 'submission_key'];

async function isUnique(): Promise<(boolean | undefined)[]> {
  const all = await Promise.all(collections.map(({ name }) => deps.portal.collection(name).indexes()));
  return all.flat().flatMap(({ key, unique }) => (fields.some((field) => field in key) ? [unique] : []));
}

it('makes the unique indexes of the version before anew as others, several times and for several sites, and its records are found', async () => {
  for (const { name } of collections)
    for (const field of fields) {
      await deps.portal.collection(name).dropIndex(`${field}_1`);
      await deps.portal.collection(name).createIndex({ [field]: 1 }, { unique: true });
    }
  const before = { reference: 'K7QH-M9XC', submission_key: 'of-before', form: 'case-evaluation' };
  await deps.portal.collection('case_evaluations').insertOne(before);
  expect(await isUnique()).toEqual(collections.flatMap(() => [true, true]));

  await oneUniqueIndex.run(deps);
  // One that died after this collection left the others to the next.
  await deps.portal.collection('signed_contracts').createIndex({ reference: 1 }, { unique: true });
  for (let run = 0; run < 2; run += 1) await oneUniqueIndex.run(deps);
  expect(await isUnique()).toEqual([]);

  for (let site = 0; site < 2; site += 1)
    await Promise.all(collections.map((collection) => collection.prepare(deps.portal)));
  expect(await isUnique()).toEqual(collections.flatMap(() => [undefined, undefined]));
  const again = { answers: evaluationAnswers, key: 'of-before' };
  expect(await submissionHandlers['case-evaluation'].submit(again, { deps })).toEqual({
    reference: 'K7QH-M9XC',
  });
});

it('has nothing to do in a new installation', async () => {
  const portal = deps.portal.useDb(`${deps.portal.name}_new`);
  await oneUniqueIndex.run({ ...deps, portal });
  expect(await portal.listCollections()).toEqual([]);
});
