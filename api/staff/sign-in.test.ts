import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../../tests/setup/clients.ts';
import { empty, openDeps, visitor } from '../../tests/setup/deps.ts';
import type { Deps } from '../connect.ts';
import { createContext } from '../context.ts';
import { CookieJar } from '../cookies.ts';
import { createCaller } from '../router.ts';
import { createStaff, setSharedPassword } from './create-staff.ts';

const password = 'correct horse battery';
const email = 'rita@example.com';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
  await setSharedPassword(password, deps);
  await createStaff({ name: 'Rita Viewer', email, password: `${password} staple` }, deps);
});
beforeEach(() => empty(deps, 'staff_sessions', 'limits'));
afterAll(() => deps.close());

function callFrom(address: string) {
  return createCaller(createContext(deps, { address, cookies: new CookieJar(undefined, false) }));
}

async function codes(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const { code } of (await Promise.all(calls.map(refusal))).map((one) => one ?? { code: 'signed in' })) {
    counted[code] = (counted[code] ?? 0) + 1;
  }
  return counted;
}

describe('signing in to the back office', () => {
  it('refuses a wrong admin password in the words of the specification', async () => {
    const { call, context } = visitor(deps);
    expect(await refusal(call.staff.signInWithPassword({ password: 'wrong' }))).toEqual({
      code: 'BAD_REQUEST',
      message: 'Invalid password',
      title: 'Login Failed',
      fields: { password: 'Invalid password' },
    });
    expect(context.cookies.headers()).toEqual([]);
  });

  it('answers an unknown email exactly like a wrong password', async () => {
    const wrong = await refusal(visitor(deps).call.staff.signInWithEmail({ email, password: 'wrong' }));
    const unknown = await refusal(
      visitor(deps).call.staff.signInWithEmail({ email: 'nobody@example.com', password: 'wrong' }),
    );
    expect(wrong).toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid email or password' });
    expect(unknown).toEqual(wrong);
  });

  it('does not take one way in for the other', async () => {
    const { call } = visitor(deps);
    expect(await codes([call.staff.signInWithPassword({ password: `${password} staple` })])).toEqual({
      BAD_REQUEST: 1,
    });
    expect(await codes([call.staff.signInWithEmail({ email, password })])).toEqual({ BAD_REQUEST: 1 });
  });

  it.each([
    ['an operator for a password', { password: { $ne: '' } }],
    ['a list for a password', { password: [password] }],
    ['nothing', { password: '' }],
    ['an endless password', { password: 'a'.repeat(201) }],
    ['more than was asked for', { password, role: 'admin' }],
  ])('refuses %s before anything is compared', async (_what, input) => {
    expect(await codes([visitor(deps).call.staff.signInWithPassword(input as never)])).toEqual({
      BAD_REQUEST: 1,
    });
    expect(await deps.portal.collection('limits').countDocuments()).toBe(0);
  });

  it('lets 5 of 50 simultaneous guesses from one address be compared, and not one more', async () => {
    const { call } = visitor(deps);
    const guesses = Array.from({ length: 50 }, (_, guess) =>
      call.staff.signInWithPassword({ password: `guess ${guess}` }),
    );
    expect(await codes(guesses)).toEqual({ BAD_REQUEST: 5, TOO_MANY_REQUESTS: 45 });
    expect(await refusal(call.staff.signInWithPassword({ password }))).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many attempts. Please wait 15 minutes and try again.',
      title: 'Login Failed',
    });
  });

  it('lets 30 guesses an hour be compared over all addresses and both ways in', async () => {
    const counted: Record<string, number> = {};
    for (let address = 0; address < 40; address += 8) {
      const calls = Array.from({ length: 8 }, (_, at) => {
        const { staff } = callFrom(`198.51.100.${address + at}`);
        return at % 2
          ? staff.signInWithPassword({ password: 'wrong' })
          : staff.signInWithEmail({ email, password: 'wrong' });
      });
      for (const [code, count] of Object.entries(await codes(calls)))
        counted[code] = (counted[code] ?? 0) + count;
    }
    expect(counted).toEqual({ BAD_REQUEST: 30, TOO_MANY_REQUESTS: 10 });
  });

  it('does not count what succeeds: a busy office behind one address is not locked out', async () => {
    for (let times = 0; times < 7; times += 1) {
      await callFrom('198.51.100.250').staff.signInWithPassword({ password });
    }
  });

  it('opens a session for the admin password, and for an account whatever the case of its email', async () => {
    const shared = visitor(deps);
    await shared.call.staff.signInWithPassword({ password });
    expect((await shared.call.staff.me()).name).toBe('Administrator');
    const named = visitor(deps);
    await named.call.staff.signInWithEmail({ email: ' RITA@example.com ', password: `${password} staple` });
    expect((await named.call.staff.me()).name).toBe('Rita Viewer');
  });
});
