import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStaff } from '../api/accounts/staff/create-staff.ts';
import { helpEditor } from '../api/operations/help-editor.ts';
import type { User } from '../cms/payload-types.ts';
import { serveCms } from '../cms/testing.ts';
import { linkForFirstEditor } from '../cms/users/first-editor.ts';
import { parseEnv } from '../web/env.ts';
import { staffSession } from './setup/clients.ts';
import { empty } from './setup/deps.ts';
import { readOutbox } from './setup/outbox.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

const password = 'a-quiet-harbor-morning-71';
const next = 'nine lantern kettle orchard';
const origin = parseEnv(process.env).PUBLIC_URL;
const nobody = {
  admin: false,
  reviewer: false,
  read_only: false,
  cms_editor: false,
  cms_publisher: false,
  cms_admin: false,
};

let running: SiteInProcess;
let cms: Awaited<ReturnType<typeof serveCms>>;
let email: string;
let id: string;
beforeAll(async () => {
  running = await openSite(async (payload) => {
    cms = await serveCms(payload);
    return { CMS_ORIGIN: cms.origin };
  });
});
beforeEach(async () => {
  // In the middle of the 30 seconds of a code.
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Math.floor(Date.now() / 30_000) * 30_000 + 15_000);
  await empty(running.deps, 'limits', 'waiting_turns', 'editor_devices', 'editor_two_step', 'staff_rules');
  await empty(running.deps, 'staff', 'staff_sessions', 'outbox');
  await running.deps.payload.delete({ collection: 'audit-events', where: {} });
  ({ id, email } = await addEditor('editor'));
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await running.close();
  await cms.stop();
});

async function addEditor(role: User['role']): Promise<{ id: string; email: string }> {
  const address = `${randomUUID()}@example.org`;
  const data = { email: address, password, name: 'Robin Example', role };
  const made = await running.deps.payload.create({ collection: 'users', data });
  return { id: made.id, email: address };
}

interface Sent {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  cookie?: string | undefined;
  json?: object;
  address?: string;
  headers?: Record<string, string>;
}

/** As a page of the CMS asks. @param path below `/cms/api/`. */
async function ask(path: string, { method = 'POST', cookie, json, address, headers }: Sent = {}) {
  const answer = await running.site.inject({
    method,
    url: `/cms/api/${path}`,
    remoteAddress: address ?? '10.3.0.1',
    headers: {
      origin,
      'sec-fetch-site': 'same-origin',
      ...(cookie ? { cookie } : {}),
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(json ? { payload: JSON.stringify(json) } : {}),
  });
  return present(answer);
}

function present(answer: LightMyRequestResponse) {
  const body = answer.headers['content-type']?.includes('json') ? answer.json() : {};
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '');
  return {
    status: answer.statusCode,
    cookie: cookies.find((cookie) => cookie.startsWith('claimdesk-cms-token=')),
    device: cookies.find((cookie) => cookie.startsWith('cms-device=')),
    error: body.errors?.[0]?.message as string | undefined,
    body,
  };
}

const signIn = (more: object = {}, sent: Sent = {}) =>
  ask('users/login', { json: { email, password, ...more }, ...sent });

/** @param step 0 for the present code, 1 for the next. */
function codeOf(secret: string, step = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 });
}

const me = async (cookie: string | undefined) =>
  (await ask('users/me', { method: 'GET', cookie })).body.user?.email ?? null;

/** Turns it on with the code before the present one. */
async function turnOn(who = email) {
  const { cookie } = await signIn({ email: who });
  const { body } = await ask('two-step/begin', { cookie, json: { password } });
  const secret: string = body.setup.secret;
  const confirmed = await ask('two-step/confirm', { cookie, json: { code: codeOf(secret, -1) } });
  expect(confirmed.status).toBe(200);
  return { cookie, secret, codes: confirmed.body.recoveryCodes as string[] };
}

const subjects = async () => (await readOutbox(running.deps)).map(({ to, subject }) => [to, subject]);
const stored = () => running.deps.portal.collection<{ _id: string }>('editor_two_step').findOne({ _id: id });

/** Requires it of these roles, as an administrator of the back office. */
async function require(roles: Partial<typeof nobody>): Promise<void> {
  const staffId = await createStaff(
    { name: 'A', email: 'a@example.org', password, role: 'admin' },
    running.deps,
  );
  const { call } = await staffSession(staffId, running.deps);
  await call.staffAccounts.changeTwoStepRule({ ...nobody, ...roles, version: 0 });
}

describe('turning on two-step login to the CMS', () => {
  it('takes a session, the password, and a code of the app', async () => {
    expect((await ask('two-step/begin', { json: { password } })).status).toBe(401);
    const { cookie } = await signIn();
    expect((await ask('two-step/begin', { cookie, json: {} })).status).toBe(400);
    const wrong = await ask('two-step/begin', { cookie, json: { password: 'wrong' } });
    expect(wrong).toMatchObject({ status: 400, error: 'Invalid password' });
    expect((await ask('two-step/confirm', { cookie, json: { code: '123456' } })).status).toBe(409);
    expect(await stored()).toBeNull();
    const { body } = await ask('two-step/begin', { cookie, json: { password } });
    const miss = await ask('two-step/confirm', { cookie, json: { code: codeOf(body.setup.secret, 9) } });
    expect(miss).toMatchObject({ status: 400, error: 'Invalid code' });
    expect((await signIn()).status).toBe(200);
  });

  it('is asked for by our own pages only', async () => {
    const { cookie } = await signIn();
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    for (const act of ['begin', 'confirm', 'end', 'help', 'prove'])
      expect((await ask(`two-step/${act}`, { cookie, json: { password }, headers })).status).toBe(403);
  });

  it('limits wrong passwords by account', async () => {
    const { cookie } = await signIn();
    for (let tries = 0; tries < 5; tries += 1)
      await ask('two-step/begin', { cookie, json: { password: `wrong ${tries}` } });
    expect((await ask('two-step/begin', { cookie, json: { password } })).status).toBe(429);
  });

  it('gives ten recovery codes once, stores nothing of it in plain text, and tells the owner', async () => {
    const { cookie, secret, codes } = await turnOn();
    expect(new Set(codes).size).toBe(10);
    const row = JSON.stringify(await stored());
    for (const text of [secret, ...codes]) expect(row).not.toContain(text);
    expect(row).toContain('"totp_secret":"v2.');
    expect(await subjects()).toEqual([[email, 'Two-step login to the CMS was turned on']]);
    expect((await ask('two-step/confirm', { cookie, json: { code: codeOf(secret) } })).status).toBe(409);
    expect((await ask('two-step/begin', { cookie, json: { password, code: codeOf(secret) } })).status).toBe(
      409,
    );
  });

  it('ends every other session, and is on record', async () => {
    const other = await signIn();
    const { cookie } = await turnOn();
    expect(await me(other.cookie)).toBeNull();
    expect(await me(cookie)).toBe(email);
    const { docs } = await running.deps.payload.find({ collection: 'audit-events', where: {} });
    expect(docs).toContainEqual(
      expect.objectContaining({ action: 'cms-users.twoStepOn', actor: `editor:${id}`, subject: id }),
    );
  });
});

describe('signing in to the CMS with two steps', () => {
  it('opens nothing with the password alone, at any address', async () => {
    await turnOn();
    const alone = await signIn();
    expect(alone).toMatchObject({
      status: 403,
      body: { reason: 'code' },
      cookie: undefined,
      device: undefined,
    });
    for (const path of ['users/LOGIN', 'users//login', 'users/%6cogin', './users/login', 'users/login?x'])
      expect(await ask(path, { json: { email, password } })).toMatchObject({ cookie: undefined });
    const account = await running.deps.payload.findByID({ collection: 'users', id, showHiddenFields: true });
    expect(account.sessions).toHaveLength(1);
  });

  it('is answered by the site alone: the process of the CMS opens no session of anybody', async () => {
    await turnOn();
    const plain = await addEditor('publisher');
    const { cookie } = await signIn({ email: plain.email });
    for (const body of [
      { email, password },
      { email: plain.email, password },
    ])
      for (const session of ['', cookie ?? ''])
        for (const path of ['login', 'LOGIN', 'login/']) {
          const answer = await fetch(`${cms.origin}/cms/api/users/${path}`, {
            method: 'POST',
            headers: { origin, 'content-type': 'application/json', cookie: session },
            body: JSON.stringify(body),
          });
          expect(answer.status).toBe(session ? 404 : 401);
          expect(answer.headers.getSetCookie()).toEqual([]);
        }
    const direct = running.deps.payload.login({ collection: 'users', data: { email, password } });
    await expect(direct).rejects.toThrow('Log in with your password and a code.');
  });

  it('leaves no other way of Payload open', async () => {
    await turnOn();
    const json = { email, password, token: 'x', data: { email } };
    for (const path of ['forgot-password', 'reset-password', 'unlock', 'refresh-token', 'first-register'])
      expect(await ask(`users/${path}`, { json })).toMatchObject({ cookie: undefined });
    expect((await ask('graphql', { json: { query: '{Users{docs{id}}}' } })).status).toBe(401);
    const headers = { authorization: 'users API-Key x' };
    expect((await ask('users', { method: 'GET', headers })).status).toBe(401);
  });

  it('refuses wrong codes like wrong passwords, and counts them so', async () => {
    const { secret } = await turnOn();
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = await signIn({ code: codeOf(secret, 9 + tries) }, { address: `10.4.0.${tries}` });
      expect(wrong).toMatchObject({ status: 400, error: 'Invalid code', cookie: undefined });
    }
    const guessed = await signIn({ code: codeOf(secret) }, { address: '10.4.1.1' });
    expect(guessed).toMatchObject({ status: 429, cookie: undefined });
  });

  it('is closed to its owner by nobody who lacks the password', async () => {
    const { secret } = await turnOn();
    for (let tries = 0; tries < 12; tries += 1)
      await signIn({ password: 'wrong', code: codeOf(secret, 9) }, { address: `10.5.0.${tries}` });
    expect(await signIn({ code: codeOf(secret) }, { address: '10.5.1.1' })).toMatchObject({ status: 200 });
  });

  it('does not use up a code beside a wrong password', async () => {
    const { codes } = await turnOn();
    expect((await signIn({ password: 'wrong', code: codes[0] })).status).toBe(401);
    expect((await signIn({ code: codes[0] })).status).toBe(200);
  });

  it('takes a code once, also of two at the same moment', async () => {
    const { secret } = await turnOn();
    expect((await signIn({ code: codeOf(secret, -1) })).status).toBe(400);
    const both = await Promise.all([signIn({ code: codeOf(secret) }), signIn({ code: codeOf(secret) })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await signIn({ code: codeOf(secret) })).status).toBe(400);
  });

  it('takes a recovery code once, and tells the owner', async () => {
    const { codes } = await turnOn();
    const first = await signIn({ code: ` ${codes[0]?.toUpperCase().replaceAll('-', ' ')} ` });
    expect(await me(first.cookie)).toBe(email);
    expect((await signIn({ code: codes[0] })).status).toBe(400);
    expect(await subjects()).toContainEqual([email, 'A recovery code for the CMS was used']);
  });

  it('opens a session with both', async () => {
    const { secret } = await turnOn();
    const { cookie, body } = await signIn({ code: codeOf(secret) });
    expect(await me(cookie)).toBe(email);
    expect(body).toMatchObject({ user: { email, twoStep: true } });
    expect(JSON.stringify(body)).not.toMatch(/token|hash|salt/i);
  });
});

describe('an account of the CMS with two-step login', () => {
  const patch = async (cookie: string | undefined, given: object, of = id) => {
    const { revision } = await running.deps.payload.findByID({ collection: 'users', id: of });
    return ask(`users/${of}`, { method: 'PATCH', cookie, json: { ...given, revision } });
  };

  it('does not turn it off with the password alone, or by writing its fields', async () => {
    const { cookie, secret } = await turnOn();
    for (const proof of [{ password }, { password, code: codeOf(secret, 9) }, { code: codeOf(secret) }])
      expect((await ask('two-step/end', { cookie, json: proof })).status).toBe(400);
    await patch(cookie, { twoStep: false, sessions: [], name: 'Robin Example' });
    expect(await signIn()).toMatchObject({ status: 403, body: { reason: 'code' } });
    const admin = await addEditor('admin');
    const { cookie: theirs } = await signIn({ email: admin.email });
    await patch(theirs, { twoStep: false });
    expect(await signIn()).toMatchObject({ status: 403, body: { reason: 'code' } });
  });

  it('changes neither its password nor its email with the password alone', async () => {
    const admin = await addEditor('admin');
    const { cookie, secret } = await turnOn(admin.email);
    const first = 'First confirm who you are, with your password and a code.';
    for (const given of [
      { password: next },
      { password: next, currentPassword: password },
      { email: 'other@example.org', currentPassword: password },
      { email: 'other@example.org', password: next, provenUntil: { none: '2099-01-01' } },
    ])
      expect(await patch(cookie, given, admin.id)).toMatchObject({ status: 400, error: first });
    expect((await patch(cookie, { password: next }, admin.id.toUpperCase())).status).toBe(404);
    const where = `where[id][equals]=${admin.id}`;
    for (const json of [{ password: next }, { email: 'other@example.org' }])
      expect((await ask(`users?${where}`, { method: 'PATCH', cookie, json })).status).toBe(400);
    expect((await ask('two-step/prove', { cookie, json: { password } })).status).toBe(400);
    await ask('two-step/prove', { cookie, json: { password, code: codeOf(secret) } });
    const other = await signIn({ email: admin.email, code: codeOf(secret, 1) });
    // What one session has shown, another has not.
    expect((await patch(other.cookie, { password: next }, admin.id)).status).toBe(400);
    expect((await patch(cookie, { password: 'short' }, admin.id)).status).toBe(400);
    expect((await patch(cookie, { password: next }, admin.id)).status).toBe(200);
    expect((await patch(cookie, { email: 'other@example.org' }, admin.id)).status).toBe(400);
    await running.deps.jobs.runDue('cms-events');
    expect(await subjects()).toContainEqual([admin.email, 'Your CMS password was changed']);
  });

  it('is told of another email address where its emails were read until then', async () => {
    const [admin, other] = [await addEditor('admin'), await addEditor('editor')];
    const { cookie } = await signIn({ email: admin.email });
    expect((await patch(cookie, { email: `new.${other.email}` }, other.id)).status).toBe(200);
    await running.deps.jobs.runDue('cms-events');
    expect(await subjects()).toContainEqual([other.email, 'Your email address in the CMS was changed']);
  });

  it('lets nothing be changed five minutes after it was confirmed', async () => {
    const { cookie, secret } = await turnOn();
    await ask('two-step/prove', { cookie, json: { password, code: codeOf(secret) } });
    vi.setSystemTime(Date.now() + 5 * 60_000 + 1);
    expect((await patch(cookie, { password: next })).status).toBe(400);
  });

  it('turns it off with the password and a code, and tells the owner', async () => {
    const { cookie, secret } = await turnOn();
    expect((await ask('two-step/end', { cookie, json: { password, code: codeOf(secret) } })).status).toBe(
      200,
    );
    expect(await me(cookie)).toBe(email);
    expect((await signIn()).status).toBe(200);
    expect(await subjects()).toContainEqual([email, 'Two-step login to the CMS was turned off']);
  });

  it('is helped by an admin alone, who confirms who they are, and not for the own account', async () => {
    const admin = await addEditor('admin');
    const { cookie: own } = await turnOn();
    const colleague = await addEditor('publisher');
    const { cookie } = await signIn({ email: colleague.email });
    for (const session of [undefined, cookie, own]) {
      const { status } = await ask('two-step/help', { cookie: session, json: { id, password } });
      expect(status).toBe(session ? 403 : 401);
    }
    const theirs = await turnOn(admin.email);
    const help = (json: object) => ask('two-step/help', { cookie: theirs.cookie, json: { id, ...json } });
    expect((await help({ password })).status).toBe(400);
    expect((await help({ id: admin.id, password, code: codeOf(theirs.secret) })).status).toBe(403);
    expect((await help({ id: { $ne: '' }, password, code: codeOf(theirs.secret) })).status).toBe(400);
    expect((await help({ password, code: codeOf(theirs.secret) })).status).toBe(200);
    expect(await me(own)).toBeNull();
    expect((await signIn()).status).toBe(200);
    expect((await readOutbox(running.deps)).at(-1)).toMatchObject({
      to: email,
      text: expect.stringContaining('An admin turned off two-step login'),
    });
  });

  it('stays closed where its codes were lost with an older copy of the database, until an admin helps', async () => {
    await turnOn();
    await empty(running.deps, 'editor_two_step');
    expect(await signIn({ code: '123456' })).toMatchObject({ status: 409, cookie: undefined });
    const admin = await addEditor('admin');
    const { cookie } = await signIn({ email: admin.email });
    expect((await ask('two-step/help', { cookie, json: { id, password } })).status).toBe(200);
    expect((await signIn()).status).toBe(200);
  });

  it('is turned off by a command on the server, on record, and the owner is told', async () => {
    const { cookie } = await turnOn();
    expect(await helpEditor('nobody@example.org', running.deps)).toBe(false);
    expect(await helpEditor(email.toUpperCase(), running.deps)).toBe(true);
    expect(await me(cookie)).toBeNull();
    expect((await signIn()).status).toBe(200);
    await running.deps.jobs.runDue('cms-events');
    const entry = await running.deps.audit.entries.findOne({ action: 'cms-users.twoStepOff', subject: id });
    expect(entry).toMatchObject({ actor: 'server' });
    expect(await subjects()).toContainEqual([email, 'Two-step login to the CMS was turned off']);
  });

  it('leaves nothing when the account is deleted', async () => {
    await turnOn();
    const admin = await addEditor('admin');
    const { cookie } = await signIn({ email: admin.email });
    expect((await ask(`users/${id}`, { method: 'DELETE', cookie })).status).toBe(200);
    await running.deps.jobs.runDue('cms-events');
    expect(await stored()).toBeNull();
    expect(
      await running.deps.portal.collection<{ _id: string }>('data_keys').findOne({ _id: id }),
    ).toBeNull();
  });
});

describe('where a role of the CMS must have two-step login', () => {
  it('sessions of those who lack it end, and no others', async () => {
    const publisher = await addEditor('publisher');
    const withIt = await addEditor('editor');
    const editors = await signIn();
    const publishers = await signIn({ email: publisher.email });
    const theirs = await turnOn(withIt.email);
    await require({ cms_editor: true });
    expect(await me(editors.cookie)).toBeNull();
    expect(await me(publishers.cookie)).toBe(publisher.email);
    expect(await me(theirs.cookie)).toBe(withIt.email);
  });

  it('nothing opens before it is set up, with a secret that nobody has seen before', async () => {
    await require({ cms_editor: true });
    const seen = await signIn();
    expect(seen).toMatchObject({ status: 403, body: { reason: 'set-up' }, cookie: undefined });
    const again = await signIn();
    expect(again.body.setup.secret).not.toBe(seen.body.setup.secret);
    const old = await signIn({ code: codeOf(seen.body.setup.secret) });
    expect(old).toMatchObject({ status: 400, cookie: undefined });
    const opened = await signIn({ code: codeOf(again.body.setup.secret) });
    expect(opened.body.recoveryCodes).toHaveLength(10);
    expect(await me(opened.cookie)).toBe(email);
    expect(await signIn()).toMatchObject({ status: 403, body: { reason: 'code' } });
  });

  it('who gets such a role is signed out, and sets it up', async () => {
    await require({ cms_publisher: true });
    const admin = await addEditor('admin');
    const { cookie } = await signIn({ email: admin.email });
    const editors = await signIn();
    const { revision } = await running.deps.payload.findByID({ collection: 'users', id });
    const json = { role: 'publisher', revision };
    expect((await ask(`users/${id}`, { method: 'PATCH', cookie, json })).status).toBe(200);
    expect(await me(editors.cookie)).toBeNull();
    expect(await signIn()).toMatchObject({ status: 403, body: { reason: 'set-up' } });
  });

  it('who turns it off has to set it up again', async () => {
    const { cookie, secret } = await turnOn();
    await require({ cms_editor: true });
    expect((await ask('two-step/end', { cookie, json: { password, code: codeOf(secret) } })).status).toBe(
      200,
    );
    expect(await me(cookie)).toBeNull();
    expect(await signIn()).toMatchObject({ status: 403, body: { reason: 'set-up' } });
  });

  it('the link of the first editor sets a password and opens no session', async () => {
    await require({ cms_admin: true });
    await running.deps.payload.db.deleteMany({ collection: 'users', where: {} });
    const link = await linkForFirstEditor(running.deps.payload, () => 'first@example.org');
    const used = await ask('users/reset-password', { json: { token: link?.secret, password: next } });
    expect(used.status).toBe(200);
    expect(await me(used.cookie)).toBeNull();
    const first = await signIn({ email: 'first@example.org', password: next });
    expect(first).toMatchObject({ status: 403, body: { reason: 'set-up' }, cookie: undefined });
  });
});
