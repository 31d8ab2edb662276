import type { Payload } from 'payload';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, addPicture, emptyDatabases, openCms } from '../testing.ts';

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

const person = { name: 'Ben Known', role: 'Hearings', order: 1 };
const published = { _status: 'published' } as const;

it.each([
  ['without a name', { name: '' }],
  ['without a role', { role: '' }],
  ['with an unknown token', { role: '{{phon}}' }],
])('a person who works here is refused %s', async (_name, over) => {
  const data = { ...person, ...published, ...over };
  await expect(cms.create({ collection: 'people', data })).rejects.toThrow('invalid');
});

it('visitors see nobody who is a draft, and only publishers publish', async () => {
  const { id } = await cms.create({
    collection: 'people',
    draft: true,
    data: { ...person, _status: 'draft' },
  });
  expect((await cms.find({ collection: 'people', overrideAccess: false })).docs).toEqual([]);
  const as = async (role: 'editor' | 'publisher') =>
    ({ collection: 'people', id, overrideAccess: false, user: await addPerson(cms, { role }) }) as const;
  await expect(cms.update({ ...(await as('editor')), data: published })).rejects.toThrow();
  await cms.update({ ...(await as('publisher')), data: published });
  expect((await cms.find({ collection: 'people', overrideAccess: false })).docs).toHaveLength(1);
});

it('a photograph of somebody is not deleted while it is used', async () => {
  const { id: photo } = await addPicture(cms, 'Ben Known');
  const { id } = await cms.create({ collection: 'people', data: { ...person, photo, ...published } });
  const remove = () => cms.delete({ collection: 'media', id: photo });
  await expect(remove()).rejects.toThrow('It is used in the person "Ben Known".');
  await cms.delete({ collection: 'people', id });
  await remove();
});
