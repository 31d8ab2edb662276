import type { Payload } from 'payload';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { site } from '../../seed/site.ts';
import { addPerson, askGuarded, emptyDatabases, openCms, sendAs, signInPerson } from '../testing.ts';
import { countSamples, hideSamples, refuseShown, removeSamples } from './samples.ts';

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

const collections = ['testimonials', 'attorneys', 'people'] as const;
const attorney = {
  name: 'Ada Known',
  firm: 'Known Law',
  email: 'ada@known.example',
  phone: '(201) 555-0100',
  city: 'Newark',
  state: 'NJ' as const,
  years_experience: 12,
  specialties: ['ALJ hearings'],
  bio: 'Works here.',
  listed: true,
};
const drafted = ['testimonials', 'people'] as const;
type Drafted = (typeof drafted)[number];
const published = { _status: 'published' } as const;
const quote = { author: 'Ann B.', initials: 'AB', location: 'Essex' as const, quote: 'Good.', order: 1 };
const colleague = { name: 'Ben Known', role: 'Hearings', order: 1 };
const addOfEach = async (sample: boolean) => [
  await cms.create({ collection: 'testimonials', data: { ...quote, sample, ...published } }),
  await cms.create({ collection: 'attorneys', data: { ...attorney, sample } }),
  await cms.create({ collection: 'people', data: { ...colleague, sample, ...published } }),
];

afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  for (const collection of collections) await cms.delete({ collection, where: {} });
});

describe('the mark of a sample', () => {
  it('is set by no person, and taken away by one for good', async () => {
    const user = await addPerson(cms, { role: 'publisher' });
    const as = { collection: 'attorneys', overrideAccess: false, user } as const;
    const mine = await cms.create({ ...as, data: { ...attorney, sample: true } });
    expect(mine.sample).not.toBe(true);
    expect((await cms.update({ ...as, id: mine.id, data: { sample: true } })).sample).not.toBe(true);
    const { id } = await cms.create({ collection: 'attorneys', data: { ...attorney, sample: true } });
    expect((await cms.update({ ...as, id, data: { city: 'Trenton' } })).sample).toBe(true);
    expect((await cms.update({ ...as, id, data: { sample: false } })).sample).toBe(false);
    expect((await cms.update({ ...as, id, data: { sample: true } })).sample).toBe(false);
  });

  it.each([
    [{ _status: 'published' }, false],
    [{ listed: true }, false],
    [{ _status: 'draft' }, true],
    [{ listed: false }, true],
  ])('where the public can reach the site, refuses %j: %j', (data, allowed) => {
    const check = (address: string, value: boolean) => refuseShown(address)(value, { data } as never);
    expect(check('https://firm.example', true) === true).toBe(allowed);
    expect(check('https://firm.example', false)).toBe(true);
    expect(check('http://localhost:3000', true)).toBe(true);
  });
});

describe('a sample attorney, whom staff change without seeing the mark,', () => {
  const real = {
    name: 'Ada Known',
    firm: 'Known Law',
    email: 'ada@known.org',
    phone: '(201) 555-1234',
    bio: 'Works here.',
  };
  const madeUp = {
    name: 'Alex Doe',
    firm: 'Doe Disability Law of Newark',
    email: 'alex@newark-doe.example',
    phone: '(973) 555-0100',
    bio: 'Alex gathers the medical records and prepares each client for what will be asked.',
  };
  const add = () =>
    cms.create({ collection: 'attorneys', data: { ...attorney, ...madeUp, listed: false, sample: true } });
  const change = (id: string, data: object) => cms.update({ collection: 'attorneys', id, data });

  it.each(Object.keys(madeUp) as (keyof typeof madeUp)[])('keeps it while the %s is made up', async (key) => {
    const { id } = await add();
    expect((await change(id, { ...real, [key]: madeUp[key] })).sample).toBe(true);
  });

  it('loses it once nothing of what was made up is left, also in several steps', async () => {
    const { id } = await add();
    for (const key of ['name', 'firm', 'bio', 'phone'] as const)
      expect((await change(id, { [key]: real[key] })).sample).toBe(true);
    expect(await change(id, { email: real.email })).toMatchObject({ sample: false, listed: false });
    expect(await removeSamples(cms)).toMatchObject({ removed: 0 });
  });
});

it.each(collections)('a copy without the mark can not be made of %s', async (collection) => {
  const [testimonial, attorney, person] = await addOfEach(true);
  const { id } = { testimonials: testimonial, attorneys: attorney, people: person }[collection] ?? { id: '' };
  await expect(cms.duplicate({ collection, id })).rejects.toThrow('cannot be duplicated');
});

describe("the firm's own details", () => {
  const enter = (data: object) => cms.updateGlobal({ slug: 'site', data: { ...site, ...data } as never });

  it.each([
    [{}, 'name, phone number, and email address'],
    [{ firmName: 'Known Law' }, 'phone number and email address'],
    [{ firmName: 'Known Law', phone: '(973) 555-0199', email: 'us@known.com' }, 'phone number'],
    [{ firmName: 'Known Law', phone: '(973) 555-2368', email: 'us@known.com' }, ''],
  ])('are named while they are those of a new installation: %j', async (entered, firm) => {
    await enter(entered);
    expect(await countSamples(cms)).toMatchObject({ count: 0, firm });
  });
});

describe('all samples', () => {
  const words = {
    testimonials: { quote: 'Words of a client.' },
    people: { name: 'Bea Known' },
  } as const;
  const draftOver = (collection: Drafted, id: string, data: object) =>
    cms.update({ collection, id, draft: true, data: { ...data, _status: 'draft' } });
  const newestOf = (collection: Drafted, id: string) =>
    cms.findByID({ collection, id, draft: true, depth: 0 });

  const redraft = async () => {
    const [testimonial, , person] = await addOfEach(true);
    const ids = { testimonials: testimonial?.id ?? '', people: person?.id ?? '' };
    for (const collection of drafted)
      await draftOver(collection, ids[collection], { ...words[collection], sample: false });
    return ids;
  };

  it('count while they are public, also where a newer draft has no mark any more', async () => {
    await redraft();
    expect(await countSamples(cms)).toMatchObject({
      count: 3,
      phrase: '1 testimonial, 1 attorney, and 1 person who works here',
      drafts: expect.stringContaining('Ann B. and Ben Known: visitors still see sample words'),
    });
  });

  it('leave the site when they are removed, and a newer draft without the mark stays', async () => {
    const ids = await redraft();
    expect(await removeSamples(cms)).toEqual({
      removed: 3,
      sentence: 'Removed 1 attorney. Took Ann B. and Ben Known off the site and kept the newer drafts.',
    });
    for (const collection of drafted) {
      const kept = await newestOf(collection, ids[collection]);
      expect(kept).toMatchObject({ ...words[collection], sample: false, _status: 'draft' });
      expect((await cms.find({ collection, overrideAccess: false })).docs).toEqual([]);
    }
    expect(await countSamples(cms)).toMatchObject({ count: 0, phrase: '', drafts: '' });
    expect(await removeSamples(cms)).toEqual({ removed: 0, sentence: 'There were no samples left.' });
  });

  it('do not include a draft without the mark over a sample that is not public', async () => {
    const { id } = await cms.create({ collection: 'people', data: { ...colleague, sample: true } });
    await draftOver('people', id, { ...words.people, sample: false });
    expect(await countSamples(cms)).toMatchObject({ count: 0 });
    expect(await removeSamples(cms)).toMatchObject({ removed: 0 });
    expect(await newestOf('people', id)).toMatchObject(words.people);
  });

  it('do not include public words over which an older, marked version was restored as a draft', async () => {
    const [{ id } = { id: '' }] = await addOfEach(false);
    await draftOver('testimonials', id, { sample: true });
    expect(await countSamples(cms)).toMatchObject({ count: 0 });
    expect(await removeSamples(cms)).toMatchObject({ removed: 0 });
    const { docs } = await cms.find({ collection: 'testimonials', overrideAccess: false });
    expect(docs).toMatchObject([quote]);
  });

  it('that leave the site keep the newer draft of an editor, also a half-written one', async () => {
    const ids = await redraft();
    await draftOver('testimonials', ids.testimonials, { author: '' });
    expect(await hideSamples(cms)).toBe(3);
    for (const collection of drafted) {
      expect(await newestOf(collection, ids[collection])).toMatchObject(words[collection]);
      expect((await cms.find({ collection, overrideAccess: false })).docs).toEqual([]);
    }
  });

  it('that could not be removed are counted, and the others are removed', async () => {
    await addOfEach(true);
    vi.spyOn(cms, 'delete').mockRejectedValueOnce(new Error('down'));
    await expect(removeSamples(cms)).rejects.toThrow('2 samples were removed, but 1 could not be.');
    expect((await countSamples(cms)).count).toBe(1);
  });

  it('that could not be taken off the site are logged, and the others are off it', async () => {
    await addOfEach(true);
    const log = vi.spyOn(cms.logger, 'error');
    vi.spyOn(cms, 'update').mockRejectedValueOnce(new Error('down'));
    expect(await hideSamples(cms)).toBe(2);
    expect(log).toHaveBeenCalledOnce();
  });

  it('are counted in words, and removed without touching anything else', async () => {
    await addOfEach(true);
    const others = await addOfEach(false);
    expect(await countSamples(cms)).toMatchObject({
      count: 3,
      phrase: '1 testimonial, 1 attorney, and 1 person who works here',
    });
    expect(await removeSamples(cms)).toEqual({
      removed: 3,
      sentence: 'Removed 1 testimonial, 1 attorney, and 1 person who works here.',
    });
    expect(await countSamples(cms)).toMatchObject({ count: 0, phrase: '' });
    for (const [index, collection] of collections.entries()) {
      const { docs } = await cms.find({ collection, trash: true });
      expect(docs.map(({ id }) => id)).toEqual([others[index]?.id]);
    }
    expect(await removeSamples(cms)).toMatchObject({ removed: 0 });
  });

  it('leave the site without being deleted, and real entries stay on it', async () => {
    await addOfEach(true);
    await addOfEach(false);
    expect(await hideSamples(cms)).toBe(3);
    expect(await hideSamples(cms)).toBe(0);
    for (const collection of collections) {
      const { docs } = await cms.find({ collection, overrideAccess: false });
      expect(docs, collection).toHaveLength(1);
      expect((await cms.find({ collection })).docs, collection).toHaveLength(2);
    }
  });

  it('are removed by the button for publishers only, on record', async () => {
    await addOfEach(true);
    const remove = ['POST', '/samples/remove'] as [string, string];
    const origin = cms.config.csrf[0] ?? '';
    const signedOut = new Request(`${origin}/cms/api/samples/remove`, {
      method: 'POST',
      headers: { origin },
    });
    expect((await askGuarded(cms, signedOut)).status).toBe(401);
    const { cookie: editor } = await signInPerson(cms, 'editor');
    expect(await sendAs(cms, editor, remove)).toMatchObject({
      status: 403,
      error: 'Only a publisher can remove samples.',
    });
    expect((await countSamples(cms)).count).toBe(3);
    const { cookie, id } = await signInPerson(cms, 'publisher');
    const { id: redrafted } = await cms.create({
      collection: 'people',
      data: { ...colleague, sample: true, ...published },
    });
    await draftOver('people', redrafted, { ...words.people, sample: false });
    expect(await sendAs(cms, cookie, remove)).toMatchObject({
      status: 200,
      removed: 4,
      sentence: expect.stringContaining('Took Ben Known off the site and kept the newer draft.'),
    });
    expect(await newestOf('people', redrafted)).toMatchObject(words.people);
    const { docs } = await cms.find({
      collection: 'audit-events',
      where: { actor: { equals: `editor:${id}` }, action: { not_equals: 'cms-users.signIn' } },
    });
    expect(docs.map(({ action }) => action).sort()).toEqual(
      [...collections.map((slug) => `cms-${slug}.delete`), 'cms-people.unpublish'].sort(),
    );
  });
});
