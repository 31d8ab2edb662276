import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { intakes } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import { readCredentials } from '../setup/site.ts';
import { forEachAtOnce, none, type Row, seconds, sized } from './figures.ts';
import { type Held, half, type Input, makeInput } from './fuzz-inputs.ts';
import type { Product } from './product.ts';
import { Random } from './random.ts';
import { openForm, post, request } from './requests.ts';
import type { Trial } from './trial.ts';

const inputs = 100_000;
const halves = 300;
const atOnce = 16;
/** One who begins very many forms waits for at most 15 s until the next: see `admit-draft.ts`. */
const hungAfterMs = 20_000;
/** Of headers that never end, and of a body; and a second until the server looks. */
const givenUpWithinMs = 17_000;
/** Sessions end, and form tokens are bound to what a browser holds, so it is let in anew now and then. */
const renewEvery = 5_000;
const seed = 20_261_128;

/** What no answer may hold. */
const internals = /\n\s+at \S+ \(|node_modules|MongoServerError|is not a function|Cannot read propert/;

export const fuzz: Trial = {
  name: 'fuzz',
  title: 'Fuzzed requests',
  about:
    'Seeded, so that each input can be made again: posts to every address of the site with names, values and bodies that no page sends, with the token and the cookie of an open form or a client’s session, malformed JSON to every procedure that is served, parts of uploads, odd headers and addresses, and broken HTTP over raw sockets. Beside them, requests that stop half way and say no more.',
  on: 'one node',
  async run(scale, product) {
    const count = sized(inputs, scale);
    const found: Found = { faults: [], leaks: [], hung: [], statuses: new Map() };
    const crashesBefore = product.crashes();
    const procedures = await readProcedures(product);
    const stalled = stallMany(sized(halves, scale), product);
    for (let from = 0; from < count; from += renewEvery) {
      const held = await letIn(product, procedures);
      const numbers = Array.from({ length: Math.min(renewEvery, count - from) }, (_, at) => from + at);
      await forEachAtOnce(numbers, atOnce, (number) =>
        sendInput(number, makeInput(new Random(seed + number), held), product, found),
      );
    }
    const slowest = await stalled;
    const alive = await request(product.url, '/faq').then(({ status }) => status === 200);
    const told = [...found.statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`);
    console.log(`    answers by status (0: none): ${told.join(', ')}`);
    for (const each of [...found.faults, ...found.leaks, ...found.hung].slice(0, 20))
      console.log(`    ${each}`);
    return judge(count, found, product.crashes() - crashesBefore + (alive ? 0 : 1), slowest);
  },
};

interface Found {
  faults: string[];
  leaks: string[];
  hung: string[];
  statuses: Map<number, number>;
}

function judge(count: number, { faults, leaks, hung }: Found, crashes: number, slowestMs: number): Row[] {
  const of = `of ${count.toLocaleString('en-US')}`;
  return [
    none(`answers that are a 5xx, ${of}`, faults.length),
    none('answers that show a stack trace or words of a library', leaks.length),
    none(`requests without an end after ${hungAfterMs / 1000} s`, hung.length),
    none('crashes', crashes),
    seconds('until a request that stops half way is given up, at most', slowestMs, givenUpWithinMs),
  ];
}

async function letIn({ url, dataDir }: Product, procedures: readonly string[]): Promise<Held> {
  const { client } = await readCredentials(dataDir);
  const login = await openForm(url, '/client-login');
  const signedIn = await post(url, login, { ssn: client.ssn, pin: client.pin });
  if (signedIn.status !== 303) throw new Error(`The client could not sign in: ${signedIn.status}.`);
  const open: Held['open'] = new Map();
  for (const path of [
    '/client-login',
    '/client-login/new-pin',
    '/client-login/forgot-pin',
    '/client-register',
    '/verify',
  ])
    open.set(path, await openForm(url, path));
  for (const { form, path } of intakes) {
    const [first] = getForm(form).ui.steps;
    const opened = await openForm(url, `${path}/${first?.id}`);
    for (const { id } of getForm(form).ui.steps) open.set(`${path}/${id}`, opened);
  }
  return { cookie: signedIn.cookie, open, origin: url, host: new URL(url).host, procedures };
}

/** The router reads the environment of a CMS when it is loaded. */
async function readProcedures({ env: { MONGODB_URI, PAYLOAD_SECRET } }: Product): Promise<string[]> {
  Object.assign(process.env, { MONGODB_URI, PAYLOAD_SECRET });
  const { readRouter } = await import('../../api/testing/read-router.ts');
  delete process.env.MONGODB_URI;
  delete process.env.PAYLOAD_SECRET;
  const served = readRouter().filter((each) => each.served && each.type !== 'subscription');
  return served.map(({ name }) => name);
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

async function sendInput(number: number, input: Input, { url }: Product, found: Found): Promise<void> {
  const port = Number(new URL(url).port);
  const name =
    input.kind === 'raw'
      ? `input ${number}, raw`
      : `input ${number}, ${input.method} ${input.path.slice(0, 80)}`;
  const { text, ended } = await (input.kind === 'raw'
    ? overSocket(port, input.parts)
    : overHttp(port, input)
  ).catch(() => ({ text: '', ended: true }));
  if (!ended) found.hung.push(name);
  if (internals.test(text)) found.leaks.push(name);
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  for (const status of statuses.length > 0 ? statuses : [0]) {
    found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1);
    if (status >= 500) found.faults.push(`${name}: ${status}`);
  }
}

interface Received {
  /** The status line and the body; empty when the connection was ended without an answer. */
  text: string;
  /** False when nothing more came, and no end. */
  ended: boolean;
}

function overHttp(port: number, input: Extract<Input, { kind: 'request' }>): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { method, path, body } = input;
    const headers = { ...input.headers, ...(body && { 'content-length': String(body.length) }) };
    const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent });
    const hung = setTimeout(() => {
      resolve({ text: '', ended: false });
      sent.destroy();
    }, hungAfterMs);
    sent.once('error', reject);
    sent.once('close', () => {
      clearTimeout(hung);
      resolve({ text: '', ended: true });
    });
    sent.once('response', (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.once('end', () => {
        clearTimeout(hung);
        resolve({ text: `HTTP/1.1 ${response.statusCode}\n${Buffer.concat(parts)}`, ended: true });
      });
    });
    sent.end(body);
  });
}

function overSocket(port: number, parts: readonly Buffer[]): Promise<Received> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const done = (ended: boolean) => {
      clearTimeout(hung);
      socket.destroy();
      resolve({ text: Buffer.concat(received).toString('latin1'), ended });
    };
    const hung = setTimeout(() => done(false), hungAfterMs);
    socket.on('data', (part) => received.push(part));
    socket.once('end', () => done(true));
    socket.once('error', () => done(true));
    for (const part of parts) socket.write(part);
    socket.end();
  });
}

/** Opens so many requests that stop half way. @returns how long the server kept the last of them, in milliseconds. */
async function stallMany(count: number, { url }: Product): Promise<number> {
  const { host, port } = new URL(url);
  const held = { cookie: '', open: new Map(), origin: url, host, procedures: [] };
  const random = new Random(seed);
  const times = await Promise.all(
    Array.from({ length: count }, () => stall(Number(port), half(random, held))),
  );
  return Math.max(...times);
}

function stall(port: number, bytes: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now();
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', () => {});
    socket.once('close', () => {
      clearTimeout(forEver);
      resolve(performance.now() - start);
    });
    const forEver = setTimeout(() => socket.destroy(), 60_000);
    socket.resume();
    socket.write(bytes);
  });
}
