import { placeKey } from '@claimdesk/cms/places';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { sampleAttorney } from '../../../tests/setup/attorneys.ts';
import { openDeps } from '../../../tests/setup/deps.ts';
import { attorneyModel } from './attorney.model.ts';
import { placeAttorneys } from './place-attorneys.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(async () => {
  await attorneyModel(deps.payload).deleteMany({});
  await deps.close();
});

const attorney = { ...sampleAttorney, zip_code: '07102' };

const stored = () => attorneyModel(deps.payload).find({}).sort({ _id: 1 }).lean();

it('gives each attorney without a place the one of a save, and changes nothing else, also when it runs again', async () => {
  const model = attorneyModel(deps.payload);
  await model.deleteMany({});
  for (const over of [
    {},
    { city: 'Trenton', zip_code: null },
    { city: 'Nowhere', zip_code: null, listed: false },
  ])
    await deps.payload.create({ collection: 'attorneys', data: { ...attorney, ...over } });
  const before = await stored();
  expect(before[0]?.place).toBe(placeKey(attorney));
  await model.collection.updateMany({}, { $unset: { place: '' } });
  // As the version before stored it: without the field.
  await model.collection.updateMany({}, { $unset: { zip_code: '' } });
  await model.collection.updateOne({ city: 'Newark' }, { $set: { zip_code: '07102' } });

  await Promise.all([placeAttorneys.run(deps), placeAttorneys.run(deps)]);
  await placeAttorneys.run(deps);
  const withoutNull = before.map(({ zip_code, ...rest }) => (zip_code ? { zip_code, ...rest } : rest));
  expect(await stored()).toEqual(withoutNull);
});

it('leaves the place of who was saved meanwhile', async () => {
  const model = attorneyModel(deps.payload);
  const place = 'NJ 40.000 -74.000';
  await model.collection.updateMany({}, { $set: { place } });
  await placeAttorneys.run(deps);
  for (const each of await stored()) expect(each.place).toBe(place);
});
