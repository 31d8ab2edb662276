import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { readSettings } from '#api/platform/settings.ts';
import { findFreePort } from '../../../scripts/free-port.ts';
import { refusal, staffSession, type Visitor } from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { client, type OpenIdProvider, startOpenIdProvider } from '../../../tests/setup/openid-provider.ts';
import { readOutbox } from '../../../tests/setup/outbox.ts';
import { createStaff } from './create-staff.ts';
import { makeSingleSignOn } from './single-sign-on.ts';

const password = 'correct horse battery';
const notInvited = { code: 'forbidden', title: 'Login Failed' };
const startAgain = { code: 'bad-input', title: 'Please start again' };

let deps: Deps;
let plain: Deps;
let provider: OpenIdProvider;
let admin: Visitor;
beforeAll(async () => {
  plain = await openDeps();
  const port = await findFreePort();
  provider = await startOpenIdProvider(port, plain.settings.PUBLIC_URL);
  deps = { ...plain, singleSignOn: providerAt(provider.issuer) };
});
beforeEach(async () => {
  await empty(deps, 'staff', 'staff_sessions', 'staff_devices', 'limits', 'outbox');
  const id = await createStaff({ name: 'Ben', email: 'ben@example.org', password }, deps);
  admin = await staffSession(id, deps);
});
afterAll(async () => {
  await provider.close();
  await plain.close();
});

function providerAt(OIDC_ISSUER: string) {
  const oidc = { OIDC_ISSUER, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret };
  return makeSingleSignOn(readSettings({ ...process.env, ...oidc }));
}

/** A browser at the provider, as far as cookies go. */
function makeBrowser() {
  const jar = new Map<string, string>();
  return async (url: string, form?: Record<string, string>) => {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return response;
  };
}

/** Signs in at the provider as somebody. @returns the query that it sends the browser back with. */
async function atProvider(url: string, login: string, browse = makeBrowser()): Promise<string> {
  let response = await browse(url);
  for (let steps = 0; steps < 20; steps += 1) {
    const location = response.headers.get('location');
    if (location?.startsWith(deps.settings.PUBLIC_URL)) return new URL(location).search.slice(1);
    if (location) response = await browse(new URL(location, url).href);
    else {
      const page = await response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
      const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? '';
      response = await browse(action, { prompt, login, password: 'any' });
    }
  }
  throw new Error('The provider did not send the browser back.');
}

const begin = (who: Visitor, again = false) =>
  who.call.staff.beginSingleSignOn({ next: '/admin/contracts', again });

async function signIn(login: string, who = visitor(deps)): Promise<Visitor> {
  const query = await atProvider(await begin(who), login);
  expect(await who.call.staff.finishSingleSignOn({ query })).toBe('/admin/contracts');
  return who;
}

const refused = (login: string) => refusal(signIn(login));
const invite = (email: string) => admin.call.staffAccounts.invite({ name: 'Tess', role: 'reviewer', email });

describe('signing in at the firm’s provider', () => {
  it('is not there without one, and says so when it does not answer', async () => {
    const call = (from: Deps) => refusal(begin(visitor(from)));
    expect(await call(plain)).toMatchObject({ code: 'not-found' });
    expect((await visitor(plain).call.staff.ways()).singleSignOn).toBeNull();
    const dead = `http://localhost:${await findFreePort()}`;
    expect(await call({ ...plain, singleSignOn: providerAt(dead) })).toMatchObject({ code: 'unavailable' });
  });

  it('is refused to whom nobody invited, and to an address that the provider has not verified', async () => {
    expect(await refused('stranger@example.org')).toMatchObject(notInvited);
    await invite('unverified@example.org');
    expect(await refused('unverified@example.org')).toMatchObject(notInvited);
    expect(await deps.portal.collection('staff').countDocuments({ sso_subject: { $ne: null } })).toBe(0);
  });

  it('is refused for an answer to another browser, a used one, and one that was made up', async () => {
    await invite('tess@example.org');
    const who = visitor(deps);
    const query = await atProvider(await begin(who), 'tess@example.org');
    const other = visitor(deps);
    expect(await refusal(other.call.staff.finishSingleSignOn({ query }))).toMatchObject(startAgain);
    await begin(other);
    expect(await refusal(other.call.staff.finishSingleSignOn({ query }))).toMatchObject(startAgain);
    await who.call.staff.finishSingleSignOn({ query });
    expect(await refusal(who.call.staff.finishSingleSignOn({ query }))).toMatchObject(startAgain);
    const third = visitor(deps);
    const state = new URL(await begin(third)).searchParams.get('state');
    const forged = new URLSearchParams({ code: 'made-up', state: state ?? '', iss: provider.issuer });
    expect(await refusal(third.call.staff.finishSingleSignOn({ query: `${forged}` }))).toMatchObject(
      startAgain,
    );
  });

  it('says that it was cancelled there', async () => {
    const who = visitor(deps);
    const state = new URL(await begin(who)).searchParams.get('state') ?? '';
    const query = `${new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })}`;
    expect(await refusal(who.call.staff.finishSingleSignOn({ query }))).toMatchObject({
      code: 'bad-input',
      message: 'The login was cancelled or refused there.',
    });
  });

  it('opens an invited account that has no password, without one from then on', async () => {
    await invite('tess@example.org');
    const who = await signIn('Tess@Example.org'.toLowerCase());
    expect(await who.call.staff.me()).toMatchObject({ name: 'Tess', role: 'reviewer' });
    expect(await who.call.staff.account()).toMatchObject({ hasPassword: false });
    const told = (await readOutbox(deps)).filter(({ kind }) => kind === 'staff-security');
    expect(told).toMatchObject([
      { to: 'tess@example.org', subject: 'Your account was connected to your organization’s login' },
    ]);
    const guess = { email: 'tess@example.org', password: 'no account has this password' };
    expect(await refusal(visitor(deps).call.staff.signInWithEmail(guess))).toMatchObject({
      code: 'bad-input',
    });
  });

  it('ends the invitation by email, so that its link sets no password that goes around the provider', async () => {
    await invite('tess@example.org');
    const staff = deps.portal.collection('staff');
    expect(await staff.countDocuments({ link_hash: { $exists: true } })).toBe(1);
    await signIn('tess@example.org');
    expect(await staff.countDocuments({ link_hash: { $exists: true } })).toBe(0);
  });

  it('stays with the person when the address moves to somebody else', async () => {
    await invite('tess@example.org');
    await signIn('tess@example.org');
    await deps.portal
      .collection('staff')
      .updateOne(
        { email: 'tess@example.org' },
        { $set: { sso_subject: `${provider.issuer} somebody before` } },
      );
    expect(await refused('tess@example.org')).toMatchObject(notInvited);
  });

  it('is refused to a disabled account', async () => {
    await invite('tess@example.org');
    await signIn('tess@example.org');
    const account = (await admin.call.staffAccounts.list()).find(({ email }) => email === 'tess@example.org');
    await admin.call.staffAccounts.disable({ id: account?.id ?? '', version: account?.version ?? 0 });
    expect(await refused('tess@example.org')).toMatchObject(notInvited);
  });

  it('does not count as confirmation where the provider asked nobody', async () => {
    await invite('tess@example.org');
    const browse = makeBrowser();
    const who = visitor(deps);
    const signInThere = async (again = false) => {
      const query = await atProvider(await begin(who, again), 'tess@example.org', browse);
      await who.call.staff.finishSingleSignOn({ query });
    };
    const asks = async () => {
      const refused = await refusal(
        who.call.permissions.require({ procedure: 'staff.addPasskey', opens: true }),
      );
      return refused?.message.startsWith('First confirm that it is you') ?? false;
    };
    await signInThere();
    // This provider does not say when it asked.
    expect(await asks()).toBe(true);
    await signInThere(true);
    expect(await asks()).toBe(false);
    await signInThere();
    expect(await asks()).toBe(true);
  });

  it('counts from when the provider asked, where it says so', async () => {
    const precise = await startOpenIdProvider(await findFreePort(), deps.settings.PUBLIC_URL, {
      saysWhen: true,
    });
    const browse = makeBrowser();
    const who = visitor({ ...deps, singleSignOn: providerAt(precise.issuer) });
    const confirmedAt = async () => {
      const query = await atProvider(await begin(who), 'tess@example.org', browse);
      await who.call.staff.finishSingleSignOn({ query });
      const { id } = await who.call.staff.me();
      const sessions = await deps.portal.collection('staff_sessions').find({ user_id: id }).toArray();
      return sessions.map(({ confirmed_at }) => confirmed_at?.getTime());
    };
    try {
      await invite('tess@example.org');
      const [asked = 0] = await confirmedAt();
      expect(Date.now() - asked).toBeLessThan(60_000);
      expect(await confirmedAt()).toEqual([asked]);
    } finally {
      await precise.close();
    }
  });

  it('makes the provider ask again to confirm who somebody is', async () => {
    await invite('tess@example.org');
    const browse = makeBrowser();
    const who = visitor(deps);
    await who.call.staff.finishSingleSignOn({
      query: await atProvider(await begin(who), 'tess@example.org', browse),
    });
    const asked: string[] = [];
    const watched = async (url: string, form?: Record<string, string>) => {
      if (form?.prompt) asked.push(form.prompt);
      return browse(url, form);
    };
    await who.call.staff.finishSingleSignOn({
      query: await atProvider(await begin(who), 'tess@example.org', watched),
    });
    expect(asked).not.toContain('login');
    const query = await atProvider(await begin(who, true), 'tess@example.org', watched);
    expect(asked).toContain('login');
    await who.call.staff.finishSingleSignOn({ query });
    expect((await who.call.staff.confirmation()).singleSignOn).toBe('your work account');
  });
});
