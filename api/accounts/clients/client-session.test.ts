import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { CookieJar } from '#api/platform/http/cookies.ts';
import { hashSecret } from '#api/platform/keys/fingerprint.ts';
import {
  clientCollections,
  codes,
  refusal,
  register,
  signedIn,
  signIn,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { clientsCollection } from './client.model.ts';

const minute = 60_000;
const hour = 60 * minute;

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(async () => {
  await empty(deps, ...clientCollections);
  await register(visitor(deps));
});
afterAll(() => deps.close());

const secretOf = ({ context }: Visitor) => context.cookies.get('client') ?? '';
const stored = () =>
  deps.portal.collection<{ _id: string; started_at: Date; expires_at: Date }>('client_sessions');

/** An attacker with a stolen cookie. */
function holderOf(secret: string): Visitor {
  const other = visitor(deps);
  other.context.cookies.set('client', secret, { sameSite: 'Lax' });
  return other;
}

const signedOut = (who: Visitor) =>
  expect(refusal(who.call.clients.me())).resolves.toMatchObject({ code: 'signed-out' });

async function moved(dates: { started_at?: number; expires_at?: number }): Promise<Visitor> {
  const who = await signedIn(deps);
  const set = Object.entries(dates).map(([name, ms]) => [name, new Date(Date.now() + ms)]);
  await stored().updateOne({ _id: hashSecret(secretOf(who)) }, { $set: Object.fromEntries(set) });
  return who;
}

describe('the client session', () => {
  it('does not exist before sign-in, nor for staff', async () => {
    const { call, context } = visitor(deps);
    await signedOut({ call, context });
    expect(await codes([call.clients.stay(), call.clients.signOut()])).toEqual({ 'signed-out': 2 });
    const client = await signedIn(deps);
    expect(await refusal(client.call.staff.me())).toMatchObject({ code: 'signed-out' });
    client.context.cookies.set('admin', secretOf(client), { sameSite: 'Strict' });
    expect(await refusal(client.call.staff.me())).toMatchObject({ code: 'signed-out' });
  });

  it('does not accept a cookie that was planted before sign-in', async () => {
    const victim = holderOf('p'.repeat(43));
    await signIn(victim);
    expect(secretOf(victim)).not.toBe('p'.repeat(43));
    await signedOut(holderOf('p'.repeat(43)));
    await victim.call.clients.me();
  });

  it('ends when the same browser signs in again, while other browsers stay signed in', async () => {
    const [one, other] = [await signedIn(deps), await signedIn(deps)];
    const before = secretOf(one);
    await signIn(one);
    expect(secretOf(one)).not.toBe(before);
    await signedOut(holderOf(before));
    await other.call.clients.me();
  });

  it('cannot be used after Log Out with a saved cookie', async () => {
    const who = await signedIn(deps);
    const secret = secretOf(who);
    await holderOf(secret).call.clients.me();
    await who.call.clients.signOut();
    const { call } = holderOf(secret);
    const attempts = [call.clients.me(), call.clients.stay(), call.clients.signOut()];
    expect(await codes(attempts)).toEqual({ 'signed-out': 3 });
    expect(who.context.cookies.headers().find((each) => each.startsWith('client='))).toMatch(
      /^client=; .*Max-Age=0/,
    );
  });

  it('cannot be opened with anything in the database', async () => {
    await signedIn(deps);
    const rows = await Promise.all(
      ['client_sessions', 'client_devices', 'clients'].map((name) =>
        deps.portal.collection(name).find().toArray(),
      ),
    );
    const texts = rows.flat().flatMap((row) => Object.values(row).map(String));
    for (const text of texts) await signedOut(holderOf(text));
    expect(texts.length).toBeGreaterThan(15);
  });

  it('ends after 30 idle minutes and after 12 hours in total, to the second', async () => {
    await signedOut(await moved({ expires_at: -1_000 }));
    await signedOut(await moved({ started_at: -12 * hour - 1_000 }));
    expect((await (await moved({ expires_at: 5_000 })).call.clients.me()).endsInMs).toBeLessThanOrEqual(
      5_000,
    );
    const late = await moved({ started_at: -12 * hour + minute });
    expect((await late.call.clients.stay()).endsInMs).toBeLessThanOrEqual(minute);
    const fresh = await signedIn(deps);
    const { endsInMs } = await fresh.call.clients.me();
    expect(endsInMs).toBeGreaterThan(30 * minute - 5_000);
    expect(endsInMs).toBeLessThanOrEqual(30 * minute);
  });

  it('is extended by what a person does, not by what a screen reads', async () => {
    const who = await moved({ expires_at: 4 * minute });
    expect((await who.call.clients.me()).endsInMs).toBeLessThanOrEqual(4 * minute);
    expect((await who.call.clients.stay()).endsInMs).toBeGreaterThan(29 * minute);
  });

  it('ends with the account', async () => {
    const who = await signedIn(deps);
    await empty(deps, 'clients');
    await signedOut(who);
  });

  it('is in a cookie that scripts cannot read and that is only sent over https', async () => {
    const who = await signedIn(deps);
    const own = who.context.cookies.headers().find((each) => each.startsWith('client='));
    expect(own).toMatch(/^client=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const secure = visitor(deps);
    Object.assign(secure.context, { cookies: new CookieJar(undefined, true) });
    await signIn(secure);
    expect(secure.context.cookies.headers().join('\n')).toMatch(
      /^__Host-client=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/m,
    );
  });

  it('has the first name once staff have entered it', async () => {
    const who = await signedIn(deps);
    expect((await who.call.clients.me()).firstName).toBeNull();
    const clients = deps.portal.collection<{ _id: string }>('clients');
    const id = (await clients.findOne())?._id ?? '';
    const first_name = clientsCollection.encrypt(await deps.keys.for(id), id, 'first_name', 'Canaria');
    await clients.updateOne({ _id: id }, { $set: { first_name } });
    expect((await who.call.clients.me()).firstName).toBe('Canaria');
    // When the stored name is damaged, only the name is missing.
    await clients.updateOne({ _id: id }, { $set: { first_name: `${first_name.slice(0, -6)}AAAAAA` } });
    expect((await who.call.clients.me()).firstName).toBeNull();
  });
});
