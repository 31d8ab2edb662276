import type { Payload } from 'payload';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, closeCms, openCms } from '../testing.ts';

let cms: Payload;
let admin: Awaited<ReturnType<typeof addPerson>>;
let editor: Awaited<ReturnType<typeof addPerson>>;

beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => closeCms(cms));

beforeEach(async () => {
  await cms.db.connection.collection('users').deleteMany({});
  admin = await addPerson(cms, { role: 'admin' });
  editor = await addPerson(cms, { role: 'editor' });
});

const as = (user: typeof admin) => ({ collection: 'users', overrideAccess: false, user }) as const;
const newcomer = {
  email: 'new@example.org',
  name: 'New',
  role: 'editor',
  password: 'a-long-password-1',
} as const;

describe('people of the CMS', () => {
  it('visitors read, add and change nobody', async () => {
    const visitor = { collection: 'users', overrideAccess: false } as const;
    await expect(cms.find(visitor)).rejects.toThrow();
    await expect(cms.create({ ...visitor, data: newcomer })).rejects.toThrow();
    await expect(cms.update({ ...visitor, id: editor.id, data: { name: 'X' } })).rejects.toThrow();
    await expect(cms.unlock({ ...visitor, data: { email: editor.email } as never })).rejects.toThrow();
  });

  it('a request from outside never makes the first account', async () => {
    await cms.db.connection.collection('users').deleteMany({});
    const request = { payloadAPI: 'REST' } as const;
    await expect(cms.create({ collection: 'users', data: newcomer, req: request })).rejects.toThrow();
  });

  it('nobody gets a reset link, because no mail would carry it', async () => {
    const ask = cms.forgotPassword({
      collection: 'users',
      data: { email: editor.email },
      disableEmail: true,
    });
    await expect(ask).rejects.toThrow('Ask an admin');
  });

  it('an editor adds, deletes, unlocks and reads nobody else', async () => {
    await expect(cms.create({ ...as(editor), data: newcomer })).rejects.toThrow();
    await expect(cms.delete({ ...as(editor), id: admin.id })).rejects.toThrow();
    await expect(cms.unlock({ ...as(editor), data: { email: admin.email } as never })).rejects.toThrow();
    await expect(cms.update({ ...as(editor), id: admin.id, data: { name: 'X' } })).rejects.toThrow();
    const { docs } = await cms.find(as(editor));
    expect(docs.map(({ id }) => id)).toEqual([editor.id]);
  });

  it('an editor cannot change the own role or e-mail', async () => {
    await cms.update({ ...as(editor), id: editor.id, data: { role: 'admin', email: 'else@example.org' } });
    const { role, email } = await cms.findByID({ collection: 'users', id: editor.id });
    expect({ role, email }).toEqual({ role: 'editor', email: editor.email });
  });

  it('the last admin can be neither demoted nor deleted', async () => {
    const demote = cms.update({ ...as(admin), id: admin.id, data: { role: 'editor' } });
    await expect(demote).rejects.toThrow('There must always be an admin.');
    await expect(cms.delete({ ...as(admin), id: admin.id })).rejects.toThrow(
      'There must always be an admin.',
    );
    expect(await cms.findByID({ collection: 'users', id: admin.id })).not.toHaveProperty('adminChanges');
    const many = await cms.delete({ ...as(admin), where: { role: { equals: 'admin' } } });
    expect(many.docs).toEqual([]);
  });

  it('admins who demote each other at the same moment leave one admin, ten times in a row', async () => {
    for (let round = 0; round < 10; round += 1) {
      await cms.db.connection.collection('users').deleteMany({});
      const [one, two] = [await addPerson(cms, { role: 'admin' }), await addPerson(cms, { role: 'admin' })];
      const demote = (who: typeof admin, whom: typeof admin) =>
        cms.update({ ...as(who), id: whom.id, data: { role: 'editor' } });
      await Promise.allSettled([demote(one, two), demote(two, one)]);
      const { totalDocs } = await cms.count({ collection: 'users', where: { role: { equals: 'admin' } } });
      expect(totalDocs).toBeGreaterThanOrEqual(1);
    }
  });

  it('five wrong passwords lock the account, and an admin unlocks it', async () => {
    await cms.update({ collection: 'users', id: editor.id, data: { password: 'right-password-1' } });
    const signIn = (password: string) =>
      cms.login({ collection: 'users', data: { email: editor.email, password } });
    for (let attempt = 0; attempt < 5; attempt += 1) await expect(signIn('wrong')).rejects.toThrow();
    await expect(signIn('right-password-1')).rejects.toThrow();
    await cms.unlock({ ...as(admin), data: { email: editor.email } as never });
    expect((await signIn('right-password-1')).user?.id).toBe(editor.id);
  });

  it('an editor changes the own name and password', async () => {
    await cms.update({ ...as(editor), id: editor.id, data: { name: 'Kim', password: 'another-password-2' } });
    const { user } = await cms.login({
      collection: 'users',
      data: { email: editor.email, password: 'another-password-2' },
    });
    expect(user?.name).toBe('Kim');
  });

  it('an admin adds people, changes roles and deletes', async () => {
    const { id } = await cms.create({ ...as(admin), data: newcomer });
    expect((await cms.update({ ...as(admin), id, data: { role: 'admin' } })).role).toBe('admin');
    await cms.delete({ ...as(admin), id: admin.id });
  });
});
