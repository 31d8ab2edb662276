import { setTimeout as wait } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createStaff, setSharedPassword } from '../api/accounts/staff/create-staff.ts';
import { prove } from '../api/testing/prove.ts';
import { serveCms } from '../cms/testing.ts';
import { parseEnv } from '../web/env.ts';
import { empty, endWaits } from './setup/deps.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

/** SIGN_IN_ATTACK=10000,1000,100 makes it bigger (guesses, addresses, sign-ins of the owner), with waits that are waited for. */
const asked = process.env.SIGN_IN_ATTACK?.split(',').map(Number);
const [tries = 120, networks = 40, owners = 4] = asked ?? [];
const atOnce = 50;
const patience = asked ? 3_600_000 : 300_000;

const email = 'owner@example.com';
const password = 'correct horse battery staple';
const origin = parseEnv(process.env).PUBLIC_URL;
const ours = { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

let running: SiteInProcess;
let cms: Awaited<ReturnType<typeof serveCms>>;
beforeAll(async () => {
  running = await openSite(async (payload) => {
    cms = await serveCms(payload);
    return { CMS_ORIGIN: cms.origin };
  });
  await setSharedPassword(password, running.deps);
  await createStaff({ name: 'Owner', email, password }, running.deps);
  await running.deps.payload.delete({ collection: 'users', where: { email: { equals: email } } });
  await running.deps.payload.create({
    collection: 'users',
    data: { email, password, name: 'Owner', role: 'editor' },
  });
}, 120_000);
beforeEach(() =>
  empty(running.deps, 'limits', 'waiting_turns', 'staff_devices', 'editor_devices', 'staff_sessions'),
);
afterAll(async () => {
  await running.close();
  await cms.stop();
});

type Send = (
  input: { password: string; proof?: string },
  from: { address: string; cookie?: string },
) => Promise<LightMyRequestResponse>;

const post =
  (url: string, of: object): Send =>
  (input, { address, cookie }) =>
    running.site.inject({
      method: 'POST',
      url,
      remoteAddress: address,
      headers: { ...ours, ...(cookie ? { cookie } : {}) },
      payload: JSON.stringify({ ...of, ...input }),
    });

const ways = [
  { name: 'the single admin password', send: post('/trpc/staff.signInWithPassword', {}), wrong: 400 },
  { name: 'email and password of staff', send: post('/trpc/staff.signInWithEmail', { email }), wrong: 400 },
  { name: 'the CMS', send: post('/cms/api/users/login', { email }), wrong: 401 },
];

const addressOf = (index: number) => `10.1.${index >> 8}.${index & 255}`;
const ownersAddress = (index: number) => `10.2.${index >> 8}.${index & 255}`;

/** Guesses from all networks in turn, and counts the answers, until it is told to stop or all tries are made. */
function attack(send: Send) {
  const counted: Record<number, number> = {};
  let next = 0;
  let stopped = false;
  const one = async () => {
    while (next < tries && !stopped) {
      const index = next++;
      const { statusCode } = await send(
        { password: `guess ${index}` },
        { address: addressOf(index % networks) },
      );
      counted[statusCode] = (counted[statusCode] ?? 0) + 1;
    }
  };
  const over = Promise.all(Array.from({ length: atOnce }, one));
  return {
    counted,
    made: () => next,
    async stop() {
      stopped = true;
      await over;
    },
    over,
  };
}

function deviceCookie(answer: LightMyRequestResponse): string {
  const set = [answer.headers['set-cookie'] ?? []].flat();
  return set.find((each) => /^(admin|cms)-device=/.test(each))?.split(';')[0] ?? '';
}

/** Signs the owner in as a person does who reads what the page says. @returns how long it took, in milliseconds. */
async function persist(send: Send, address: string): Promise<number> {
  const began = performance.now();
  for (let asked = 0; asked < 10; asked += 1) {
    const answer = await send({ password }, { address });
    if (answer.statusCode === 200) return performance.now() - began;
    expect(answer.body).toMatch(/Please wait \d+ seconds?, then try again/);
    if (asked) await wait(Number(/wait (\d+) second/.exec(answer.body)?.[1]) * 1000);
    else await endWaits(running.deps);
  }
  return Number.POSITIVE_INFINITY;
}

function report(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  console.info(`${name}: ${times.length} of ${owners}, median ${at(0.5)} ms, longest ${at(1)} ms`);
}

describe.each(ways)('$name', ({ name, send, wrong }) => {
  test('lets the owner in on a known device at once, and on a new one within a minute, while strangers guess', {
    timeout: patience,
  }, async () => {
    const known: string[] = [];
    for (let index = 0; index < owners; index += 1) {
      known.push(deviceCookie(await send({ password }, { address: ownersAddress(index) })));
    }
    expect(known.filter((cookie) => cookie.includes('-device='))).toHaveLength(owners);
    const guessing = attack(send);
    const onKnown: number[] = [];
    const onNew: Promise<number>[] = [];
    for (const [index, cookie] of known.entries()) {
      // All along the attack, and not before it is one.
      await expect
        .poll(() => guessing.made() >= (tries / 2 / owners) * (index + 1), { timeout: patience })
        .toBe(true);
      const began = performance.now();
      // From an address that the attack comes from as well.
      const answer = await send({ password }, { address: addressOf(index % networks), cookie });
      expect(answer.statusCode).toBe(200);
      onKnown.push(performance.now() - began);
      onNew.push(persist(send, ownersAddress(1_000 + index)));
    }
    const waited = await Promise.all(onNew);
    await guessing.over;
    report(`${name}, known device`, onKnown);
    report(`${name}, new device`, waited);
    console.info(`${name}, answers to guesses: ${JSON.stringify(guessing.counted)}`);
    expect(Math.max(...waited)).toBeLessThan(60_000);
    // Nobody guessed right, nobody met a failure, and no network had more than its own allowance compared.
    expect(Object.keys(guessing.counted).filter((status) => ![wrong, 429].includes(Number(status)))).toEqual(
      [],
    );
    expect(guessing.counted[wrong]).toBeLessThanOrEqual(networks * (wrong === 401 ? 10 : 5));
  });
});

describe('the sign-in of the CMS', () => {
  const login = '/cms/api/users/login';
  const boundary = 'a-boundary-as-long-as-those-of-browsers';
  const parts = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="_payload"',
    '',
    JSON.stringify({ email, password }),
    `--${boundary}--`,
    '',
  ].join('\r\n');
  const bodies: [string, string, string][] = [
    ['JSON', 'application/json', JSON.stringify({ email, password })],
    ['a form', 'application/x-www-form-urlencoded', new URLSearchParams({ email, password }).toString()],
    ['a form of parts', `multipart/form-data; boundary=${boundary}`, parts],
  ];
  const ask = (type: string, payload: string, headers: Record<string, string>) =>
    running.site.inject({
      method: 'POST',
      url: login,
      headers: { 'content-type': type, ...headers },
      payload,
    });

  test.each(bodies)('takes %s from its own page and refuses it from another', async (_kind, type, body) => {
    for (const from of [
      {},
      { origin: 'https://evil.example' },
      { origin, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const refused = await ask(type, body, from as Record<string, string>);
      expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([403, undefined]);
    }
    const taken = await ask(type, body, { origin, 'sec-fetch-site': 'same-origin' });
    expect(taken.statusCode).toBe(200);
    expect([taken.headers['set-cookie'] ?? []].flat().join()).toMatch(/claimdesk-cms-token=.*HttpOnly/);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no password', '{"email":"a@example.com"}'],
    ['operators', '{"email":{"$gt":""},"password":{"$ne":""}}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['too much', `{"email":"${'a'.repeat(20_000)}","password":"b"}`],
  ])('answers %s in words and counts it for nothing', async (_what, body) => {
    const answer = await ask('application/json', body, { origin });
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      'We could not read your email and password. Please load the page again.',
    ]);
    expect(await running.deps.portal.collection('limits').countDocuments()).toBe(0);
  });

  test('answers an unknown email exactly like a wrong password, with the same work', async () => {
    const wrong = (address: string) =>
      post(login, { email: address })({ password: 'wrong' }, { address: '10.3.0.1' });
    const [known, unknown] = [await wrong(email), await wrong('nobody@example.com')];
    expect(known.statusCode).toBe(401);
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 7; round += 1) {
      await empty(running.deps, 'limits');
      for (const [which, address] of [
        ['known', email],
        ['unknown', 'nobody@example.com'],
      ] as const) {
        const began = process.cpuUsage();
        await wrong(address);
        times[which].push(process.cpuUsage(began).user);
      }
    }
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[3] ?? 0;
    expect(median(times.unknown) / median(times.known)).toBeGreaterThan(0.5);
    expect(median(times.unknown) / median(times.known)).toBeLessThan(2);
  });

  test('takes the same person on ten devices in the same moment', async () => {
    const send = post(login, { email });
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send({ password }, { address: ownersAddress(index) })),
    );
    expect(all.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  });

  test('locks no account: after 8 wrong passwords the right one is taken', async () => {
    const send = post(login, { email });
    for (let guess = 0; guess < 29; guess += 1)
      await send({ password: 'wrong' }, { address: addressOf(guess) });
    expect((await send({ password }, { address: '10.3.0.2' })).statusCode).toBe(200);
  });

  test('says how long to wait when one network has used up its own', async () => {
    const send = post(login, { email });
    for (let guess = 0; guess < 10; guess += 1) await send({ password: 'wrong' }, { address: '10.3.0.3' });
    const refused = await send({ password }, { address: '10.3.0.3' });
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([
      429,
      'Too many attempts. Please wait 15 minutes and try again.',
    ]);
  });
});

test('a page with script signs staff in at once by its work, while strangers wait', async () => {
  const send = post('/trpc/staff.signInWithPassword', {});
  for (let failed = 0; failed < 30; failed += 1)
    await running.deps.limits.reserve('staffSignIn', addressOf(failed));
  const challenge = (await running.site.inject('/trpc/staff.challenge')).json().result.data;
  const proof = await prove(challenge);
  expect((await send({ password, proof }, { address: '10.3.0.4' })).statusCode).toBe(200);
  expect((await send({ password, proof }, { address: '10.3.0.5' })).statusCode).toBe(429);
});
