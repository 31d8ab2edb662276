import { Types } from 'mongoose';
import type { Payload } from 'payload';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addPerson, askCms, emptyDatabases, openCms, signInPerson } from '../testing.ts';

let cms: Payload;
let admin: Awaited<ReturnType<typeof addPerson>>;
let editor: Awaited<ReturnType<typeof addPerson>>;

beforeAll(async () => {
  cms = await openCms();
});
afterAll(() => emptyDatabases(cms));

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

  it('an editor cannot change the own role or email', async () => {
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

  it('admins who demote each other at the same moment leave one admin, ten times in a row', {
    tags: 'thorough',
  }, async () => {
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

  it('wrong passwords lock no account', { tags: 'thorough' }, async () => {
    await cms.update({ collection: 'users', id: editor.id, data: { password: 'right-password-1' } });
    const signIn = (password: string) =>
      cms.login({ collection: 'users', data: { email: editor.email, password } });
    for (let attempt = 0; attempt < 7; attempt += 1) await expect(signIn('wrong')).rejects.toThrow();
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

  it.each([
    ['abc', 'Use at least 12 characters.'],
    ['elevenchars', 'Use at least 12 characters.'],
    ['password1234', 'This password is easy to guess.'],
    ['123456789012', 'This password is easy to guess.'],
    ['qwertyuiopas', 'This password is easy to guess.'],
    ['aaaaaaaaaaaaaaaa', 'This password is easy to guess.'],
    ['new@example.org', 'This password is easy to guess.'],
    ['x'.repeat(201), 'Use at most 200 characters.'],
    [{ $ne: 1 }, 'Type a password.'],
  ])('the password %j is refused with what to do, for new people and known ones', async (password, words) => {
    const data = { ...newcomer, password: password as string };
    const fault = { data: { errors: [{ path: 'password', message: expect.stringContaining(words) }] } };
    await expect(cms.create({ ...as(admin), data })).rejects.toMatchObject(fault);
    await expect(
      cms.update({ ...as(admin), id: editor.id, data: { password: data.password, email: newcomer.email } }),
    ).rejects.toMatchObject(fault);
  });

  it('an admin adds people, changes roles and deletes', async () => {
    const { id } = await cms.create({ ...as(admin), data: newcomer });
    expect((await cms.update({ ...as(admin), id, data: { role: 'admin' } })).role).toBe('admin');
    await cms.delete({ ...as(admin), id: admin.id });
  });
});

describe('changing a password in the CMS', () => {
  const next = 'three-new-lamp-words';
  const change = async (id: string, cookie: string, given: object) => {
    const { revision } = await cms.findByID({ collection: 'users', id });
    return askCms(cms, `/users/${id}`, { cookie, json: { ...given, revision }, method: 'PATCH' });
  };
  const signIn = (email: string, password: string) =>
    cms.login({ collection: 'users', data: { email, password } });

  it.each([
    [{}, 'Type the password that you use now.'],
    [{ currentPassword: '' }, 'Type the password that you use now.'],
    [{ currentPassword: { $ne: '' } }, 'Type the password that you use now.'],
    [{ currentPassword: 'not-this-one-12' }, 'This is not the password that you use now.'],
  ])('asks for the own one as it is now: %j', { tags: 'thorough' }, async (given, words) => {
    for (const role of ['editor', 'admin'] as const) {
      const { id, cookie, email, password } = await signInPerson(cms, role);
      const answer = await change(id, cookie, { password: next, ...given });
      expect(answer.status).toBe(400);
      expect((await answer.json()).errors[0].data.errors).toEqual([
        expect.objectContaining({ path: 'currentPassword', message: words }),
      ]);
      await signIn(email, password);
    }
  });

  it('asks for the own one however the id of the account is written', async () => {
    const { id, cookie, email, password } = await signInPerson(cms, 'editor');
    expect((await change(id.toUpperCase(), cookie, { password: next })).status).toBe(404);
    const signedIn = await cms.login({ collection: 'users', data: { email, password } });
    expect(signedIn.user?.id).toBe(id);
  });

  it('ends the session that tried five wrong ones, also at the same moment, and no other', {
    tags: 'thorough',
  }, async () => {
    const { id, cookie, email, password } = await signInPerson(cms, 'editor');
    const other = await askCms(cms, '/users/login', { json: { email, password } });
    const otherCookie = other.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const me = async (cookie: string) => (await (await askCms(cms, '/users/me', { cookie })).json()).user?.id;
    const guess = (currentPassword: string) => change(id, cookie, { password: next, currentPassword });
    for (const wrong of ['lamp-1', 'lamp-2', 'lamp-3', 'lamp-4'])
      expect((await guess(wrong)).status).toBe(400);
    expect(await me(cookie)).toBe(id);
    const statuses = (await Promise.all([guess('lamp-5'), guess('lamp-6'), guess('lamp-7')])).map(
      ({ status }) => status,
    );
    expect(statuses).not.toContain(200);
    expect(await me(cookie)).toBeUndefined();
    expect((await guess(password)).status).toBe(403);
    expect(await me(otherCookie)).toBe(id);
    await signIn(email, password);
  });

  it('counts wrong ones from the start again after the right one', { tags: 'thorough' }, async () => {
    const { id, cookie, password } = await signInPerson(cms, 'editor');
    const guess = (currentPassword: string) => change(id, cookie, { password: next, currentPassword });
    for (const wrong of ['lamp-1', 'lamp-2', 'lamp-3', 'lamp-4']) await guess(wrong);
    expect((await guess(password)).status).toBe(200);
    for (const wrong of ['lamp-1', 'lamp-2', 'lamp-3', 'lamp-4'])
      expect((await guess(wrong)).status).toBe(400);
    expect((await guess(next)).status).toBe(200);
  });

  it('is refused for several people at once', { tags: 'thorough' }, async () => {
    const { id, cookie, email, password } = await signInPerson(cms, 'editor');
    const path = `/users?where[id][equals]=${id}`;
    const answer = await askCms(cms, path, { cookie, method: 'PATCH', json: { password: next } });
    expect(answer.status).toBe(400);
    await signIn(email, password);
  });

  it('takes the new one, stores and answers nothing else, and ends all other sessions', async () => {
    const { id, cookie, email, password } = await signInPerson(cms, 'editor');
    const other = await askCms(cms, '/users/login', { json: { email, password } });
    const otherCookie = other.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const answer = await change(id, cookie, { password: next, currentPassword: password });
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toMatch(new RegExp(`${password}|${next}`));
    expect(JSON.stringify(await cms.db.connection.collection('users').findOne({ email }))).not.toContain(
      password,
    );
    const me = async (cookie: string) => (await (await askCms(cms, '/users/me', { cookie })).json()).user?.id;
    expect(await me(otherCookie)).toBeUndefined();
    expect(await me(cookie)).toBe(id);
    await expect(signIn(email, password)).rejects.toThrow();
    await signIn(email, next);
  });

  it('leaves the own one out when nothing but the name changes', { tags: 'thorough' }, async () => {
    const { id, cookie } = await signInPerson(cms, 'editor');
    expect((await change(id, cookie, { name: 'Kim' })).status).toBe(200);
  });

  it('lets an admin set one for somebody else, whose sessions end', { tags: 'thorough' }, async () => {
    const boss = await signInPerson(cms, 'admin');
    const { id, cookie, email } = await signInPerson(cms, 'editor');
    expect((await change(id, boss.cookie, { password: next })).status).toBe(200);
    expect((await (await askCms(cms, '/users/me', { cookie })).json()).user).toBeNull();
    await signIn(email, next);
  });
});

describe('a sign-in to the CMS that began before its account was changed', { tags: 'thorough' }, () => {
  /** Signs in, and changes the account once Payload has read it to compare the password. */
  async function signInDuring(account: { email: string; password: string }, change: () => Promise<unknown>) {
    const findOne = cms.db.findOne.bind(cms.db);
    const reading = vi.spyOn(cms.db, 'findOne').mockImplementationOnce(async (what) => {
      const found = await findOne(what);
      await change();
      return found as never;
    });
    const answer = await signIn(account);
    reading.mockRestore();
    return answer;
  }
  const signIn = ({ email, password }: { email: string; password: string }) =>
    askCms(cms, '/users/login', { json: { email, password } });

  it('is refused after a new password, and revives no session that ended with it', async () => {
    const { id, cookie, email, password } = await signInPerson(cms, 'editor');
    const next = 'quiet-harbor-lantern-9';
    const answer = await signInDuring({ email, password }, () =>
      cms.update({ collection: 'users', id, data: { password: next } }),
    );
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    expect((await answer.json()).errors[0].message).toBe('Your account was just changed. Sign in again.');
    expect((await (await askCms(cms, '/users/me', { cookie })).json()).user).toBeNull();
    expect((await signIn({ email, password: next })).status).toBe(200);
  });

  it('does not bring back a role that was taken away', async () => {
    const { id, email, password } = await signInPerson(cms, 'admin');
    const answer = await signInDuring({ email, password }, () =>
      cms.update({ collection: 'users', id, data: { role: 'editor' } }),
    );
    expect(answer.status).toBe(403);
    expect((await cms.findByID({ collection: 'users', id })).role).toBe('editor');
    expect((await signIn({ email, password })).status).toBe(200);
  });

  it('is not refused because of another sign-in', async () => {
    const account = await signInPerson(cms, 'editor');
    expect((await signInDuring(account, () => signIn(account))).status).toBe(200);
  });
});

describe('a session of the CMS', () => {
  const hour = 3_600_000;

  async function refresh(cookie: string) {
    const answer = await askCms(cms, '/users/refresh-token', { cookie, json: {} });
    return { status: answer.status, endsAt: (await answer.json()).endsAt as number };
  }

  const begin = (id: string, ago: number) =>
    cms.db.connection
      .collection('users')
      .updateOne(
        { _id: new Types.ObjectId(id) },
        { $set: { 'sessions.0.createdAt': new Date(Date.now() - ago) } },
      );

  it('tells the admin panel no end, at which it would lead away from what is typed', async () => {
    const { cookie, email, password } = await signInPerson(cms, 'editor');
    const answers = [
      await askCms(cms, '/users/me', { cookie }),
      await askCms(cms, '/users/refresh-token', { cookie, json: {} }),
      await askCms(cms, '/users/login', { json: { email, password } }),
    ];
    for (const answer of answers) {
      const body = await answer.json();
      expect(body.user.email).toBe(email);
      expect(body).not.toHaveProperty('exp');
      expect(body.endsAt - Date.now()).toBeGreaterThan(0.99 * hour);
      expect(body.endsAt - Date.now()).toBeLessThanOrEqual(hour);
    }
  });

  it('goes on for an hour while somebody works', async () => {
    const { id, cookie } = await signInPerson(cms, 'editor');
    await begin(id, 6 * hour);
    const { status, endsAt } = await refresh(cookie);
    expect(status).toBe(200);
    expect(endsAt - Date.now()).toBeGreaterThan(0.99 * hour);
  });

  it('ends eight hours after signing in, however often it is renewed', async () => {
    const { id, cookie } = await signInPerson(cms, 'editor');
    await begin(id, 7.5 * hour);
    const { status, endsAt } = await refresh(cookie);
    expect(status).toBe(200);
    expect(endsAt - Date.now()).toBeLessThanOrEqual(0.5 * hour);
    expect(endsAt - Date.now()).toBeGreaterThan(0.49 * hour);
    await begin(id, 8 * hour);
    expect((await refresh(cookie)).status).toBe(403);
  });
});
