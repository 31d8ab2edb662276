/** @module-tag thorough */

import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prove } from '../api/testing/prove.ts';
import { callAs } from './setup/calls.ts';
import { clientCollections, registration, ssnOf } from './setup/clients.ts';
import { empty } from './setup/deps.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

/** By default a twentieth of the attack that the limits are designed for; ATTACK_SCALE=20 runs all of it, in minutes. */
const scale = Number(process.env.ATTACK_SCALE ?? 1);
const failedSignIns = 500 * scale;
const attackers = 50 * scale;
const honestVisitors = 5 * scale;
const concurrency = 25;
const timeoutMs = 180_000 * scale;

let running: SiteInProcess;
beforeAll(async () => {
  running = await openSite();
});
beforeEach(() => empty(running.deps, ...clientCollections));
afterAll(() => running.close());

type Form = 'client-login' | 'client-registration';
interface Result {
  status: number;
  message: string;
}

/** A browser at an IP address, with its own cookies. */
function browserAt(address: string) {
  const cookies = new Map<string, string>();
  async function call(name: string, input: object) {
    const cookie = [...cookies].map((each) => each.join('=')).join('; ');
    const answer = await callAs({ address, cookie }, { name, input }, running.deps);
    for (const each of answer.cookies) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      cookies.set(key, value);
    }
    return answer;
  }
  type Opened = { token: string; challenge: Parameters<typeof prove>[0] | null };
  const openForms = new Map<Form, Opened>();
  async function open(form: Form): Promise<Opened> {
    const opened = (await call('clients.open', { form })).data as Opened;
    openForms.set(form, opened);
    return opened;
  }
  return {
    /** @param work whether to solve the proof of work on a newly opened page; otherwise the page is opened only once. */
    async post(form: Form, answers: object, { work = false } = {}): Promise<Result> {
      const { token, challenge } = (work ? undefined : openForms.get(form)) ?? (await open(form));
      const proof = work && challenge ? await prove(challenge) : '';
      const name = form === 'client-login' ? 'clients.signIn' : 'clients.register';
      const { status, message = '' } = await call(name, { answers, token, proof });
      return { status, message };
    },
  };
}

const ipOf = (block: number, index: number) => `10.${block}.${index >> 8}.${index & 255}`;
const { ssn, pin, date_of_birth } = registration;
const digits = () => String(randomInt(10_000)).padStart(4, '0');
const birthDate = () => `19${randomInt(40, 99)}-0${randomInt(1, 9)}-${randomInt(10, 28)}`;

/** Runs honest visitors during an attack. @returns the attackers' responses, counted by status. */
async function duringAttack(
  attack: (index: number) => Promise<Result>,
  count: number,
  honestVisits: () => Promise<void>,
) {
  const statuses: Record<string, number> = {};
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) {
      const { status } = await attack(index);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const attacking = Promise.all(Array.from({ length: concurrency }, worker));
  await honestVisits();
  await attacking;
  return statuses;
}

test(
  `${failedSignIns} failed sign-ins from ${attackers} addresses don't keep the owner out of a known or new browser, and check no more PINs than the limit`,
  async () => {
    const known = browserAt(ipOf(20, 1));
    expect((await known.post('client-registration', registration, { work: true })).status).toBe(200);
    expect((await known.post('client-login', { ssn, pin })).status).toBe(200);
    const browsers = Array.from({ length: attackers }, (_, index) => browserAt(ipOf(30, index)));
    const signedIn = { known: 0, new: 0 };
    let slowestMs = 0;
    const guess = (index: number): Promise<Result> => {
      const answers = { ssn, pin: digits(), ...(index % 3 ? { date_of_birth: birthDate() } : {}) };
      const browser = browsers[index % attackers] ?? browserAt(ipOf(31, index));
      return browser.post('client-login', answers);
    };
    const statuses = await duringAttack(guess, failedSignIns, async () => {
      for (let index = 0; index < honestVisitors; index += 1) {
        if ((await known.post('client-login', { ssn, pin })).status === 200) signedIn.known += 1;
        const began = performance.now();
        const fresh = browserAt(ipOf(40, index));
        let response = await fresh.post('client-login', { ssn, pin }, { work: true });
        if (response.message.includes('date of birth'))
          response = await fresh.post('client-login', { ssn, pin, date_of_birth }, { work: true });
        if (response.status === 200) signedIn.new += 1;
        slowestMs = Math.max(slowestMs, performance.now() - began);
      }
    });
    console.info(`attack: ${JSON.stringify(statuses)}; slowest new browser: ${Math.round(slowestMs)} ms`);
    expect(signedIn).toEqual({ known: honestVisitors, new: honestVisitors });
    expect(slowestMs).toBeLessThan(60_000);
    const attempts = await running.deps.portal
      .collection('client_sign_in_tries')
      .find({ _id: /^ssn:[^:]+$/ as never })
      .toArray();
    expect(attempts.map(({ tries }) => tries.length)).toEqual([10]);
  },
  timeoutMs,
);

test(
  `${attackers * 2} registrations by others keep nobody from registering; beyond 60 an hour, each needs more work`,
  async () => {
    let registered = 0;
    const squat = (index: number) =>
      browserAt(ipOf(50, index >> 1)).post('client-registration', {
        ...registration,
        ssn: ssnOf(1_000 + index),
      });
    await duringAttack(squat, attackers * 2, async () => {
      for (let index = 0; index < honestVisitors; index += 1) {
        const person = { ...registration, ssn: ssnOf(index) };
        const { status } = await browserAt(ipOf(60, index)).post('client-registration', person, {
          work: true,
        });
        if (status === 200) registered += 1;
      }
    });
    expect(registered).toBe(honestVisitors);
  },
  timeoutMs,
);
