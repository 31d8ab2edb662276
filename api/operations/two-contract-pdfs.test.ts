import { Types } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removalsCollection } from '#api/casework/removals/removal.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { documentsCollection } from '#api/platform/documents/document.model.ts';
import { empty, openDeps } from '../../tests/setup/deps.ts';
import { twoContractPdfs } from './two-contract-pdfs.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(async () => {
  await empty(deps, 'documents', 'removals');
  await deps.close();
});

it('drops the index that kept one PDF for each reference, and keeps the files that are left of removed records, however often it runs', async () => {
  const [documents, removals] = [documentsCollection, removalsCollection].map(({ name }) =>
    deps.portal.collection(name),
  );
  await documents?.createIndex({ reference: 1 }, { unique: true });
  await removals?.createIndex({ file: 1 }, { partialFilterExpression: { file: { $exists: true } } });
  const _id = new Types.ObjectId();
  await removals?.insertOne({ _id, file: 'a.b' });
  for (let run = 0; run < 2; run += 1) await twoContractPdfs.run(deps);
  expect(await removals?.findOne({ _id })).toEqual({ _id, files: ['a.b'] });
  for (const collection of [documents, removals])
    expect((await collection?.indexes())?.map(({ name }) => name)).not.toContain(
      collection === documents ? 'reference_1' : 'file_1',
    );
  await documentsCollection.prepare(deps.portal);
});

it('has nothing to do in a new installation', async () => {
  const portal = deps.portal.useDb(`${deps.portal.name}_new`);
  await twoContractPdfs.run({ ...deps, portal });
  expect(await portal.listCollections()).toEqual([]);
});
