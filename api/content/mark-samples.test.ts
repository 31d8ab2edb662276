import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { openDeps } from '../../tests/setup/deps.ts';
import { markSamples } from './mark-samples.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

/** As the version before made them. */
const quote = {
  author: 'Maria T.',
  initials: 'MT',
  location: 'Essex' as const,
  quote: 'They explained every letter in words I could follow. I always knew what came next.',
  order: 10,
};
const attorney = {
  name: 'Avery Sample',
  firm: 'Sample Disability Law of Newark',
  email: 'avery@newark-sample.example',
  phone: '(973) 555-0100',
  city: 'Newark',
  state: 'NJ' as const,
  years_experience: 1,
  specialties: ['Initial applications', 'Appeals Council'],
  bio: 'Sample entry of a fresh installation, to be replaced. Avery works with people in and around Newark from the first form to the decision, gathers the medical records and prepares each client for what will be asked.',
  listed: true,
};
const names = ['testimonials', '_testimonials_versions', 'attorneys'];
const stored = (name: string) => deps.portal.useDb(deps.settings.CMS_DATABASE).collection(name);
const everything = () => Promise.all(names.map((name) => stored(name).find().sort({ _id: 1 }).toArray()));
const marksOf = async (name: string, path = 'sample') => {
  const found = await stored(name)
    .find({ [path]: true })
    .toArray();
  return found.map((document) => String(document.parent ?? document._id));
};

async function asBefore(): Promise<void> {
  for (const name of names) {
    const sample = name.startsWith('_') ? 'version.sample' : 'sample';
    await stored(name).updateMany({}, { $unset: { [sample]: '' } });
  }
}

beforeEach(async () => {
  for (const collection of ['testimonials', 'attorneys'] as const)
    await deps.payload.delete({ collection, where: {} });
});

it('marks what the seed made and nobody has changed, with no new revision or date', async () => {
  const { payload } = deps;
  const published = { _status: 'published' } as const;
  const seeded = await payload.create({ collection: 'testimonials', data: { ...quote, ...published } });
  const redrafted = await payload.create({ collection: 'testimonials', data: { ...quote, ...published } });
  await payload.update({
    collection: 'testimonials',
    id: redrafted.id,
    draft: true,
    data: { quote: 'Words of a client.', _status: 'draft' },
  });
  await payload.create({ collection: 'testimonials', data: { ...quote, location: 'Union', ...published } });
  const { id } = await payload.create({ collection: 'attorneys', data: attorney });
  await payload.create({ collection: 'attorneys', data: { ...attorney, phone: '(973) 555-0199' } });
  await asBefore();
  const before = await everything();
  await markSamples.run(deps);
  expect(await marksOf('attorneys')).toEqual([id]);
  expect((await marksOf('testimonials')).sort()).toEqual([seeded.id, redrafted.id].sort());
  // The draft has a client's words, so publishing it takes the mark away.
  const newest = await payload.findByID({ collection: 'testimonials', id: redrafted.id, draft: true });
  expect([newest.quote, newest.sample ?? false]).toEqual(['Words of a client.', false]);
  expect((await payload.findByID({ collection: 'testimonials', id: seeded.id, draft: true })).sample).toBe(
    true,
  );
  const withoutMarks = (all: object[][]) => JSON.parse(JSON.stringify(all).replaceAll(/,"sample":true/g, ''));
  expect(withoutMarks(await everything())).toEqual(withoutMarks(before));
});

it('continues after an interruption, at several sites at once, and leaves a mark that was taken away', async () => {
  const { payload } = deps;
  const { id } = await payload.create({ collection: 'attorneys', data: attorney });
  const cleared = await payload.create({ collection: 'attorneys', data: { ...attorney, sample: false } });
  await stored('attorneys').updateOne(
    { email: attorney.email, sample: { $ne: false } },
    { $unset: { sample: '' } },
  );
  const unmarked = await marksOf('attorneys');
  expect(unmarked).toEqual([]);
  await Promise.all([markSamples.run(deps), markSamples.run(deps)]);
  const once = await everything();
  expect(await marksOf('attorneys')).toEqual([id]);
  expect((await payload.findByID({ collection: 'attorneys', id: cleared.id })).sample).toBe(false);
  await markSamples.run(deps);
  expect(await everything()).toEqual(once);
});
