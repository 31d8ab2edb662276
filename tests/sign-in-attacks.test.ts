/** @module-tag thorough */

import { setTimeout as wait } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountLimits } from '../api/accounts/limits.ts';
import { createStaff, setSharedPassword } from '../api/accounts/staff/create-staff.ts';
import { prove } from '../api/testing/prove.ts';
import { serveCms } from '../cms/testing.ts';
import { parseEnv } from '../web/env.ts';
import { callAs } from './setup/calls.ts';
import { empty, endWaits, visitor } from './setup/deps.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

/** SIGN_IN_ATTACK=10000,1000,100 sets the number of guesses, addresses and sign-ins of the owner, for a larger attack. */
const configured = process.env.SIGN_IN_ATTACK?.split(',').map(Number);
const [guesses = 120, networks = 40, owners = 4] = configured ?? [];
const concurrency = 50;
const testTimeout = configured ? 3_600_000 : 300_000;

const email = 'owner@example.com';
const password = 'correct horse battery staple';
const origin = parseEnv(process.env).PUBLIC_URL;
const sameOrigin = { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

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
});
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
) => Promise<Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>>;

const post =
  (url: string, of: object) =>
  (...[input, { address, cookie }]: Parameters<Send>) =>
    running.site.inject({
      method: 'POST',
      url,
      remoteAddress: address,
      headers: { ...sameOrigin, ...(cookie ? { cookie } : {}) },
      payload: JSON.stringify({ ...of, ...input }),
    });

/** As the page of the sign-in calls it. */
const call =
  (name: string, of: object): Send =>
  async (input, from) => {
    const { status, cookies, ...answer } = await callAs(
      from,
      { name, input: { ...of, ...input } },
      running.deps,
    );
    return { statusCode: status, headers: { 'set-cookie': cookies }, body: JSON.stringify(answer) };
  };

const signIns = [
  { name: 'the single admin password', send: call('staff.signInWithPassword', {}), wrong: 400 },
  { name: 'email and password of staff', send: call('staff.signInWithEmail', { email }), wrong: 400 },
  { name: 'the CMS', send: post('/cms/api/users/login', { email }), wrong: 401 },
];

const ipOf = (index: number) => `10.1.${index >> 8}.${index & 255}`;
const ownersAddress = (index: number) => `10.2.${index >> 8}.${index & 255}`;

/** Guesses passwords from all addresses in turn, and counts responses by status, until stopped or out of guesses. */
function attack(send: Send) {
  const counts: Record<number, number> = {};
  let next = 0;
  let stopped = false;
  const worker = async () => {
    while (next < guesses && !stopped) {
      const index = next++;
      const { statusCode } = await send({ password: `guess ${index}` }, { address: ipOf(index % networks) });
      counts[statusCode] = (counts[statusCode] ?? 0) + 1;
    }
  };
  const done = Promise.all(Array.from({ length: concurrency }, worker));
  return {
    counts,
    guessesMade: () => next,
    async stop() {
      stopped = true;
      await done;
    },
    done,
  };
}

function deviceCookie(response: Awaited<ReturnType<Send>>): string {
  const set = [response.headers['set-cookie'] ?? []].flat();
  return set.find((each) => /^(admin|cms)-device=/.test(each))?.split(';')[0] ?? '';
}

/** Signs the owner in, and retries after waiting for as long as the page says. @returns how long it took, in milliseconds. */
async function signInPatiently(send: Send, address: string): Promise<number> {
  const began = performance.now();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const response = await send({ password }, { address });
    if (response.statusCode === 200) return performance.now() - began;
    expect(response.body).toMatch(/Please wait \d+ seconds?, then try again/);
    if (attempt) await wait(Number(/wait (\d+) second/.exec(response.body)?.[1]) * 1000);
    else await endWaits(running.deps);
  }
  return Number.POSITIVE_INFINITY;
}

function report(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  console.info(`${name}: ${times.length} of ${owners}, median ${at(0.5)} ms, longest ${at(1)} ms`);
}

describe.each(signIns)('$name', ({ name, send, wrong }) => {
  test('lets the owner in on a known device at once, and on a new one within a minute, while strangers guess', {
    timeout: testTimeout,
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
      // Spreads the owner's sign-ins over the attack.
      await expect
        .poll(() => guessing.guessesMade() >= (guesses / 2 / owners) * (index + 1), { timeout: testTimeout })
        .toBe(true);
      const began = performance.now();
      // From an address that the attacker also uses.
      const response = await send({ password }, { address: ipOf(index % networks), cookie });
      expect(response.statusCode).toBe(200);
      onKnown.push(performance.now() - began);
      onNew.push(signInPatiently(send, ownersAddress(1_000 + index)));
    }
    const waited = await Promise.all(onNew);
    await guessing.done;
    report(`${name}, known device`, onKnown);
    report(`${name}, new device`, waited);
    console.info(`${name}, answers to guesses: ${JSON.stringify(guessing.counts)}`);
    expect(Math.max(...waited)).toBeLessThan(60_000);
    // No guess succeeded, none caused a server error, and no network had more guesses checked than its limit.
    expect(Object.keys(guessing.counts).filter((status) => ![wrong, 429].includes(Number(status)))).toEqual(
      [],
    );
    expect(guessing.counts[wrong]).toBeLessThanOrEqual(networks * (wrong === 401 ? 10 : 5));
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
    ['a multipart form', `multipart/form-data; boundary=${boundary}`, parts],
  ];
  const ask = (type: string, payload: string, headers: Record<string, string>) =>
    running.site.inject({
      method: 'POST',
      url: login,
      headers: { 'content-type': type, ...headers },
      payload,
    });

  test.each(bodies)(
    'accepts %s from its own page and rejects it from another site',
    async (_kind, type, body) => {
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
    },
  );

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no password', '{"email":"a@example.com"}'],
    ['operators', '{"email":{"$gt":""},"password":{"$ne":""}}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['too much', `{"email":"${'a'.repeat(20_000)}","password":"b"}`],
  ])('rejects %s with a message and does not count it as an attempt', async (_what, body) => {
    const response = await ask('application/json', body, { origin });
    expect([response.statusCode, response.json().errors[0].message]).toEqual([
      400,
      'We could not read your email and password. Please load the page again.',
    ]);
    expect(await running.deps.portal.collection('limits').countDocuments()).toBe(0);
  });

  test('answers an unknown email exactly like a wrong password, with the same CPU time', async () => {
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

  test('signs one person in on ten devices at the same time', async () => {
    const send = post(login, { email });
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send({ password }, { address: ownersAddress(index) })),
    );
    expect(all.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  });

  test('locks no account: after 29 wrong passwords from other networks the right one works', async () => {
    const send = post(login, { email });
    for (let guess = 0; guess < 29; guess += 1) await send({ password: 'wrong' }, { address: ipOf(guess) });
    expect((await send({ password }, { address: '10.3.0.2' })).statusCode).toBe(200);
  });

  test('says how long to wait when a network has reached its limit', async () => {
    const send = post(login, { email });
    for (let guess = 0; guess < 10; guess += 1) await send({ password: 'wrong' }, { address: '10.3.0.3' });
    const refused = await send({ password }, { address: '10.3.0.3' });
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([
      429,
      'Too many attempts. Please wait 15 minutes and try again.',
    ]);
  });
});

test('with a proof of work, staff sign in at once while strangers have to wait', async () => {
  const send = call('staff.signInWithPassword', {});
  for (let failed = 0; failed < 30; failed += 1)
    await running.deps.limits.reserve(accountLimits.staffSignIn, ipOf(failed));
  const challenge = await visitor(running.deps).call.staff.challenge();
  const proof = challenge ? await prove(challenge) : '';
  expect((await send({ password, proof }, { address: '10.3.0.4' })).statusCode).toBe(200);
  expect((await send({ password, proof }, { address: '10.3.0.5' })).statusCode).toBe(429);
});
