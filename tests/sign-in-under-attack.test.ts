import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prove } from '../api/testing/prove.ts';
import { parseEnv } from '../web/env.ts';
import { clientCollections, registration, ssnOf } from './setup/clients.ts';
import { empty } from './setup/deps.ts';
import { openSite, type SiteInProcess } from './setup/site-in-process.ts';

/** A twentieth of the attack that the limits are made for; ATTACK_SCALE=20 runs all of it, in some minutes. */
const scale = Number(process.env.ATTACK_SCALE ?? 1);
const wrongTries = 500 * scale;
const attackers = 50 * scale;
const honest = 5 * scale;
const atOnce = 25;
const longestMs = 120_000 * scale;

const ours = { origin: parseEnv(process.env).PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
let running: SiteInProcess;
beforeAll(async () => {
  running = await openSite();
}, 120_000);
beforeEach(() => empty(running.deps, ...clientCollections));
afterAll(() => running.close());

type Form = 'client-login' | 'client-registration';
interface Answer {
  status: number;
  message: string;
}

/** A browser with cookies, at an address of its own. */
function browserAt(remoteAddress: string) {
  const cookies = new Map<string, string>();
  async function send(request: { method: 'GET' | 'POST'; url: string; payload?: object }) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await running.site.inject({
      ...request,
      remoteAddress,
      headers: { ...ours, cookie, ...(request.payload && { 'content-type': 'application/json' }) },
    });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    return answer;
  }
  const kept = new Map<Form, { token: string; challenge: Parameters<typeof prove>[0] | null }>();
  async function open(form: Form) {
    const input = encodeURIComponent(JSON.stringify({ form }));
    const { result } = (await send({ method: 'GET', url: `/trpc/clients.open?input=${input}` })).json();
    kept.set(form, result.data);
    return kept.get(form) ?? result.data;
  }
  return {
    /** @param work whether it solves what the page asks; who does not, opens the page only once. */
    async post(form: Form, answers: object, { work = false } = {}): Promise<Answer> {
      const { token, challenge } = (work ? undefined : kept.get(form)) ?? (await open(form));
      const proof = work && challenge ? await prove(challenge) : '';
      const call = form === 'client-login' ? 'signIn' : 'register';
      const payload = { answers, token, proof };
      const answer = await send({ method: 'POST', url: `/trpc/clients.${call}`, payload });
      return { status: answer.statusCode, message: answer.json().error?.message ?? '' };
    },
  };
}

const addressOf = (block: number, index: number) => `10.${block}.${index >> 8}.${index & 255}`;
const { ssn, pin, date_of_birth } = registration;
const digits = () => String(randomInt(10_000)).padStart(4, '0');
const birthDate = () => `19${randomInt(40, 99)}-0${randomInt(1, 9)}-${randomInt(10, 28)}`;

/** Runs all attackers, and meanwhile the honest ones one after the other. @returns how the attackers' calls ended. */
async function under(
  attack: (index: number) => Promise<Answer>,
  count: number,
  honestOnes: () => Promise<void>,
) {
  const ends: Record<string, number> = {};
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) {
      const { status } = await attack(index);
      ends[status] = (ends[status] ?? 0) + 1;
    }
  };
  const attacking = Promise.all(Array.from({ length: atOnce }, worker));
  await honestOnes();
  await attacking;
  return ends;
}

test(
  `${wrongTries} wrong tries from ${attackers} addresses keep the owner out of no browser, known or new, and compare no PIN beyond the limit`,
  async () => {
    const known = browserAt(addressOf(20, 1));
    expect((await known.post('client-registration', registration, { work: true })).status).toBe(200);
    expect((await known.post('client-login', { ssn, pin })).status).toBe(200);
    const browsers = Array.from({ length: attackers }, (_, index) => browserAt(addressOf(30, index)));
    const entered = { known: 0, new: 0 };
    let slowestMs = 0;
    const guess = (index: number): Promise<Answer> => {
      const answers = { ssn, pin: digits(), ...(index % 3 ? { date_of_birth: birthDate() } : {}) };
      const browser = browsers[index % attackers] ?? browserAt(addressOf(31, index));
      return browser.post('client-login', answers);
    };
    const ends = await under(guess, wrongTries, async () => {
      for (let index = 0; index < honest; index += 1) {
        if ((await known.post('client-login', { ssn, pin })).status === 200) entered.known += 1;
        const began = performance.now();
        const fresh = browserAt(addressOf(40, index));
        let answer = await fresh.post('client-login', { ssn, pin }, { work: true });
        if (answer.message.includes('date of birth'))
          answer = await fresh.post('client-login', { ssn, pin, date_of_birth }, { work: true });
        if (answer.status === 200) entered.new += 1;
        slowestMs = Math.max(slowestMs, performance.now() - began);
      }
    });
    console.info(`attack: ${JSON.stringify(ends)}; slowest new browser: ${Math.round(slowestMs)} ms`);
    expect(entered).toEqual({ known: honest, new: honest });
    expect(slowestMs).toBeLessThan(60_000);
    const counted = await running.deps.portal
      .collection('client_sign_in_tries')
      .find({ _id: /^ssn:[^:]+$/ as never })
      .toArray();
    expect(counted.map(({ tries }) => tries.length)).toEqual([10]);
  },
  longestMs,
);

test(
  `${attackers * 2} registrations by others keep nobody from registering, and from 60 an hour on each costs more work`,
  async () => {
    let registered = 0;
    const squat = (index: number) =>
      browserAt(addressOf(50, index >> 1)).post('client-registration', {
        ...registration,
        ssn: ssnOf(1_000 + index),
      });
    await under(squat, attackers * 2, async () => {
      for (let index = 0; index < honest; index += 1) {
        const person = { ...registration, ssn: ssnOf(index) };
        const { status } = await browserAt(addressOf(60, index)).post('client-registration', person, {
          work: true,
        });
        if (status === 200) registered += 1;
      }
    });
    expect(registered).toBe(honest);
  },
  longestMs,
);
