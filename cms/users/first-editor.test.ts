import type { Payload } from 'payload';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addPerson, askGuarded, emptyDatabases, openCms } from '../testing.ts';
import { linkForFirstEditor } from './first-editor.ts';

const email = 'first@example.org';
const password = 'nine lantern kettle orchard';
const day = 24 * 60 * 60 * 1000;

let cms: Payload;
beforeAll(async () => {
  cms = await openCms();
});
beforeEach(() => cms.db.connection.collection('users').deleteMany({}));
afterAll(() => emptyDatabases(cms));

const link = (to = email) => linkForFirstEditor(cms, () => to);
const secretOf = async (made = link()) => (await made)?.secret ?? '';

/** Posts what the page of the link posts. */
function use(token: string, given: unknown = password): Promise<Response> {
  const origin = cms.config.csrf[0] ?? '';
  return askGuarded(
    cms,
    new Request(`${origin}/cms/api/users/reset-password`, {
      method: 'POST',
      headers: { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: given }),
    }),
  );
}
const signIn = (given = password, as = email) =>
  cms.login({ collection: 'users', data: { email: as, password: given } });

describe('the link of the first editor', () => {
  it('makes an admin who chooses the password, and signs in', async () => {
    const answer = await use(await secretOf());
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^claimdesk-cms-token=.+HttpOnly/);
    expect(await answer.json()).not.toHaveProperty('token');
    expect((await signIn()).user).toMatchObject({ email, role: 'admin' });
  });

  it('works once, also for two at the same moment', async () => {
    const secret = await secretOf();
    const both = await Promise.all([use(secret), use(secret, `${password} two`)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await use(secret)).status).toBe(403);
  });

  it('is not used up by a password that is too easy, and says what to do', async () => {
    const secret = await secretOf();
    for (const easy of ['', 'short', 'password1234', email, { $ne: 1 }]) {
      const answer = await use(secret, easy);
      expect(answer.status).toBe(400);
      expect((await answer.json()).errors[0].message).toMatch(/^(Use at least|This password is easy)/);
    }
    expect((await use(secret)).status).toBe(200);
  });

  it('ends after seven days', async () => {
    const secret = await secretOf();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * day });
    try {
      expect((await use(secret)).status).toBe(403);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is replaced by the next one, for another address if need be, until it is used', async () => {
    const first = await secretOf();
    const next = await link('corrected@example.org');
    expect(next).toMatchObject({ isNew: false });
    expect((await use(first)).status).toBe(403);
    expect((await use(next?.secret ?? '')).status).toBe(200);
    expect((await signIn(password, 'corrected@example.org')).user).toMatchObject({ role: 'admin' });
    const notNeeded = () => {
      throw new Error('asked for an address');
    };
    expect(await linkForFirstEditor(cms, notNeeded)).toBeNull();
  });

  it('is not given to an installation that has people', async () => {
    await addPerson(cms, { role: 'admin' });
    expect(await link()).toBeNull();
    await addPerson(cms, { role: 'editor' });
    expect(await link()).toBeNull();
  });

  it('is given again to somebody who let it end', async () => {
    await link();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * day });
    try {
      expect((await use(await secretOf())).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });
});
