import type { Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, emptyDatabases, openCms } from '../testing.ts';
import { placeKey } from './places.ts';

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

const good = {
  name: 'Ada Sample',
  firm: 'Sample Law',
  email: 'ada@sample.example',
  phone: '(201) 555-0100',
  city: 'Newark',
  state: 'NJ' as const,
  years_experience: 12,
  specialties: ['ALJ hearings'],
  bio: 'A sample.',
  listed: true,
};

const create = (over: object = {}) => cms.create({ collection: 'attorneys', data: { ...good, ...over } });

const faultOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    (error) => JSON.stringify(error.data?.errors ?? error.message),
  );

describe('what the directory takes', () => {
  it.each([
    ['no name', { name: '' }, 'name'],
    ['no firm', { firm: null }, 'firm'],
    ['no email address', { email: '' }, 'email'],
    ['half an email address', { email: 'ada' }, 'email'],
    ['a phone number of nine digits', { phone: '201 555 010' }, 'ten digits'],
    ['a phone number of nine digits with an extension of one', { phone: '201 555 010 x5' }, 'ten digits'],
    ['no city', { city: '' }, 'city'],
    ['a state that does not exist', { state: 'XX' }, 'state'],
    ['a state in small letters', { state: 'nj' }, 'state'],
    ['a ZIP code of four digits', { zip_code: '0710' }, 'ZIP code'],
    ['a ZIP code in letters', { zip_code: 'abcde' }, 'ZIP code'],
    ['years below zero', { years_experience: -1 }, 'whole number'],
    ['half years', { years_experience: 1.5 }, 'whole number'],
    ['years in words', { years_experience: 'ten' }, 'whole number'],
    ['no specialty', { specialties: [] }, 'specialties'],
    ['21 specialties', { specialties: Array.from({ length: 21 }, (_, at) => `s${at}`) }, 'specialties'],
    ['a specialty of 61 letters', { specialties: ['x'.repeat(61)] }, 'specialties'],
    ['no bio', { bio: '' }, 'bio'],
    ['a bio of 2,001 letters', { bio: 'x'.repeat(2001) }, 'bio'],
  ])('%s is refused', async (_what, over, sentence) => {
    expect(await faultOf(create(over))).toContain(sentence);
  });

  it.each([
    ['an attorney in the first year', { years_experience: 0 }],
    ['a phone number with an extension', { phone: '(201) 555-0100 ext. 12' }],
  ])('%s is accepted', async (_what, over) => {
    expect(await faultOf(create(over))).toBe('accepted');
  });
});

describe('who may read and write', () => {
  it('visitors never see who is not listed, in lists or by id, and change nothing', async () => {
    const { id } = await create({ listed: false });
    const visitor = { collection: 'attorneys', overrideAccess: false } as const;
    const { docs } = await cms.find({ ...visitor, where: { id: { equals: id } } });
    expect(docs).toEqual([]);
    await expect(cms.findByID({ ...visitor, id })).rejects.toThrow('Not Found');
    await expect(cms.create({ ...visitor, data: good })).rejects.toThrow();
    await expect(cms.update({ ...visitor, id, data: { listed: true } })).rejects.toThrow();
    await expect(cms.delete({ ...visitor, id })).rejects.toThrow();
  });

  it('an editor changes nobody, a publisher lists an attorney, and only an admin deletes one', async () => {
    const editor = await addPerson(cms, { role: 'editor' });
    const publisher = await addPerson(cms, { role: 'publisher' });
    const admin = await addPerson(cms, { role: 'admin' });
    const { id } = await create({ listed: false });
    const as = (user: typeof editor) =>
      ({ collection: 'attorneys', overrideAccess: false, user, id }) as const;
    await expect(cms.update({ ...as(editor), data: { listed: true } })).rejects.toThrow();
    expect((await cms.update({ ...as(publisher), data: { listed: true } })).listed).toBe(true);
    expect((await cms.findByID({ collection: 'attorneys', id, overrideAccess: false })).name).toBe(good.name);
    await expect(cms.delete(as(publisher))).rejects.toThrow();
    await cms.delete(as(admin));
  });
});

describe('what finds an attorney', () => {
  const stored = async (id: string) =>
    cms.db.collections.attorneys?.findById(id).lean() as Promise<Record<string, unknown>>;

  it('follows every change, also of a single field', async () => {
    const { id } = await create({ name: 'Zoë Ångström' });
    expect(await stored(id)).toMatchObject({ stateName: 'New Jersey', nameKey: 'zoe angstrom' });
    await cms.update({ collection: 'attorneys', id, data: { state: 'NY' } });
    const moved = await stored(id);
    expect(moved).toMatchObject({ stateName: 'New York', nameKey: 'zoe angstrom' });
    expect(moved.search).toEqual(expect.arrayContaining(['zoe', 'ang', 'newark', 'alj', 'york']));
    expect(moved.search).not.toContain('jersey');
  });

  it('can’t be set from outside and is shown to nobody', async () => {
    const { id } = await create({ search: ['everything'], nameKey: 'aaa', stateName: 'Aaa' });
    expect((await stored(id)).search).not.toContain('everything');
    const seen = await cms.findByID({ collection: 'attorneys', id });
    for (const key of ['search', 'nameKey', 'stateName', 'place']) expect(seen).not.toHaveProperty(key);
  });

  it('has the place of the ZIP code, and a new city takes the ZIP code of the former one away', async () => {
    const { id } = await create({ zip_code: '07102', place: 'nowhere' });
    const placeNow = async () => (await stored(id)).place;
    const office = { city: good.city, state: good.state };
    expect(await placeNow()).toBe(placeKey({ ...office, zip_code: '07102' }));
    const change = (data: object) => cms.update({ collection: 'attorneys', id, data });
    expect(await change({ firm: 'Other Law' })).toMatchObject({ zip_code: '07102' });
    expect(await change({ city: 'Trenton' })).toMatchObject({ zip_code: null });
    expect(await placeNow()).toBe(placeKey({ ...office, city: 'Trenton' }));
    expect(await change({ city: 'Camden', zip_code: '08102' })).toMatchObject({ zip_code: '08102' });
  });

  it('is indexed in the order in which the directory reads', async () => {
    const keys = (await cms.db.connection.collection('attorneys').indexes()).map(({ key }) => key);
    expect(keys).toContainEqual({ listed: 1, stateName: 1, nameKey: 1 });
    expect(keys).toContainEqual({ listed: 1, search: 1, stateName: 1, nameKey: 1 });
    expect(keys).toContainEqual({ nameKey: 1, _id: 1 });
    expect(keys).toContainEqual({ listed: 1, place: 1, nameKey: 1 });
    expect(keys.map((key) => Object.keys(key)[0])).toEqual(expect.arrayContaining(['name', 'email']));
  });
});
