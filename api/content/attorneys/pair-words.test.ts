import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { sampleAttorney } from '../../../tests/setup/attorneys.ts';
import { openDeps, visitor } from '../../../tests/setup/deps.ts';
import { attorneyModel } from './attorney.model.ts';
import { pairWords } from './pair-words.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await attorneyModel(deps.payload).deleteMany({});
});
afterAll(async () => {
  await attorneyModel(deps.payload).deleteMany({});
  await deps.close();
});

/** Takes from all attorneys what the version before did not store. */
async function takePairs(): Promise<void> {
  const cond = { $not: { $regexMatch: { input: '$$this', regex: / / } } };
  await attorneyModel(deps.payload).collection.updateMany({}, [
    { $set: { search: { $filter: { input: '$search', cond } } } },
  ]);
}

/** In no order, because nothing depends on that of the terms. */
async function stored() {
  const found = await attorneyModel(deps.payload).find({}).sort({ _id: 1 }).lean();
  return found.map(({ search, ...attorney }) => ({ ...attorney, search: search.toSorted() }));
}

it('gives each attorney of the version before the pairs of a save, and changes nothing else, also when it runs again', async () => {
  for (const over of [{}, { name: 'Ben O’Sample', specialties: ['Hearings'] }])
    await deps.payload.create({ collection: 'attorneys', data: { ...sampleAttorney, ...over } });
  const before = await stored();
  await takePairs();
  expect(await stored()).not.toEqual(before);
  await Promise.all([pairWords.run(deps), pairWords.run(deps)]);
  await pairWords.run(deps);
  expect(await stored()).toEqual(before);
});

it('has visitors find by two words whom the version before stored', async () => {
  const { id } = await deps.payload.create({
    collection: 'attorneys',
    data: { ...sampleAttorney, name: 'Ben Sample' },
  });
  await takePairs();
  await pairWords.run(deps);
  const { attorneys } = await visitor(deps).call.attorneys.search({ q: 'sample ben' });
  expect(attorneys.map((each) => each.id)).toEqual([id]);
});
