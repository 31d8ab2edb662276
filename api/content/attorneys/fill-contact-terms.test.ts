import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { sampleAttorney } from '../../../tests/setup/attorneys.ts';
import { openDeps } from '../../../tests/setup/deps.ts';
import { attorneyModel } from './attorney.model.ts';
import { fillContactTerms } from './fill-contact-terms.ts';

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

const stored = () => attorneyModel(deps.payload).find({}).sort({ _id: 1 }).lean();

it('gives each attorney of the version before the terms of a save, and changes nothing else, also when it runs again', async () => {
  for (const over of [{}, { name: 'Ben Sample', phone: '2015550101', email: 'ben@sample.example' }])
    await deps.payload.create({ collection: 'attorneys', data: { ...sampleAttorney, ...over } });
  const before = await stored();
  await attorneyModel(deps.payload).collection.updateMany({}, [
    {
      $set: {
        search: {
          $filter: {
            input: '$search',
            cond: { $not: { $regexMatch: { input: '$$this', regex: /^(phone|email):/ } } },
          },
        },
      },
    },
  ]);
  expect(await stored()).not.toEqual(before);

  await Promise.all([fillContactTerms.run(deps), fillContactTerms.run(deps)]);
  await fillContactTerms.run(deps);
  expect(await stored()).toEqual(before);
});
