import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { empty, evaluationAnswers, openDeps, visitor } from '../tests/setup/deps.ts';
import type { Deps } from './platform/deps.ts';
import { DomainError } from './platform/domain-error.ts';
import { makeChallenge } from './platform/robots/challenge.ts';
import { apiPlugin } from './plugin.ts';
import { prove } from './testing/prove.ts';

let deps: Deps;
let app: FastifyInstance;
beforeAll(async () => {
  deps = await openDeps();
  app = Fastify({ bodyLimit: 64 * 1024, routerOptions: { maxParamLength: 2_000 } });
  await app.register(apiPlugin, { deps });
});
beforeEach(() => empty(deps, 'case_evaluations', 'outbox', 'limits'));
afterAll(async () => {
  await app.close();
  await deps.close();
});

const ours = { origin: 'http://localhost:3000', 'content-type': 'application/json' };
const key = () => crypto.randomUUID();
const proof = async () => prove(await makeChallenge(deps.keys.forms, 'case-evaluation', new Date()));

function post(path: string, body: string, headers: Record<string, string> = ours) {
  return app.inject({ method: 'POST', url: `/trpc/${path}`, headers, body });
}

const stored = () => deps.portal.collection('case_evaluations').countDocuments();

describe('calls over /trpc', () => {
  it.each([
    ['another site', { ...ours, origin: 'https://evil.example' }],
    ['a sandboxed page', { ...ours, origin: 'null' }],
    ['a page of another host of ours', { ...ours, 'sec-fetch-site': 'same-site' }],
    ['an unknown origin', { 'content-type': 'application/json' }],
  ])('that change data are refused from %s', async (_where, headers) => {
    const body = JSON.stringify({ key: key(), answers: evaluationAnswers });
    const answer = await post('evaluations.submit', body, headers);
    expect(answer.statusCode).toBe(403);
    expect(await stored()).toBe(0);
  });

  it.each([
    ['broken JSON', '{"key":', 400],
    ['an empty body', '', 400],
    ['no proof of work', JSON.stringify({ key: key(), proof: '', answers: evaluationAnswers }), 400],
    ['a number', '7', 400],
    ['an array', '[]', 400],
    ['an unknown field', JSON.stringify({ key: key(), answers: {}, status: 'approved' }), 400],
    ['a key that is a query operator', JSON.stringify({ key: { $ne: '' }, answers: {} }), 400],
    ['answers that are a string', JSON.stringify({ key: key(), answers: 'yes' }), 400],
    ['JSON nested a thousand deep', `${'['.repeat(1_000)}${']'.repeat(1_000)}`, 400],
    ['a body of 65 KiB', JSON.stringify({ key: key(), answers: { first_name: 'x'.repeat(65 * 1024) } }), 413],
  ])('are refused in our words: %s', async (_what, body, status) => {
    const answer = await post('evaluations.submit', body);
    expect(answer.statusCode).toBe(status);
    expect(answer.body).not.toMatch(/stack|node_modules|at \w+ \(|ZodError|Mongo/);
    expect(await stored()).toBe(0);
  });

  it('accept JSON only', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      expect((await post('evaluations.submit', '{}', { ...ours, 'content-type': type })).statusCode).toBe(
        415,
      );
    }
  });

  it('respond to a missing or wrong field with how to correct it', async () => {
    const { phone: _, ...answers } = evaluationAnswers;
    const body = { key: key(), proof: await proof(), answers: { ...answers, email: 'x' } };
    const answer = await post('evaluations.submit', JSON.stringify(body));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({
      message: 'Please fill in all required fields.',
      data: {
        refusal: 'bad-input',
        title: 'Missing Information',
        fields: { phone: expect.stringMatching(/^Enter/), email: expect.any(String) },
      },
    });
  });

  it('are limited to ten per batch, which never includes a sign-in', async () => {
    const eleven = Array.from({ length: 11 }, () => 'content.layout').join(',');
    expect((await app.inject({ url: `/trpc/${eleven}?batch=1&input={}` })).statusCode).toBe(400);
    for (const name of ['staff.signInWithPassword', 'clients.signIn', 'clients.register']) {
      const guesses = `${name},${name}`;
      const body = JSON.stringify({ 0: { password: 'a' }, 1: { password: 'b' } });
      expect((await post(`${guesses}?batch=1`, body)).statusCode).toBe(400);
      expect((await post(`${guesses.replaceAll('.', '%2E')}?batch=1`, body)).statusCode).toBe(400);
      expect((await post(`${guesses}?%62atch=1`, body)).statusCode).toBe(400);
    }
  });

  it.each([
    ['a dot', 'clients%252EsignIn,clients%252EsignIn'],
    ['a letter', 'clients.%2573ignIn,clients.%2573ignIn'],
    [
      'a comma',
      Array.from({ length: 11 }, () => 'clients.signIn')
        .join('%252C')
        .replaceAll('s', '%2573'),
    ],
  ])('cannot bypass the batch limits with a doubly encoded name: %s', async (_what, names) => {
    const answer = await post(`${names}?batch=1`, '{"0":{},"1":{}}');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: 'There is nothing at this address.' });
  });

  it.each(['%25', '%25E0%25A4%25A', '%2525'])(
    'are not found under a name that cannot be decoded: %s',
    async (name) => {
      expect((await post(name, '{}')).statusCode).toBe(404);
    },
  );

  it('that do not exist are not found, with our own message', async () => {
    const answer = await app.inject({ url: '/trpc/clients.all' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.message).toBe('There is nothing at this address.');
  });

  it('for staff are refused to everyone else', async () => {
    for (const path of [
      'evaluations.list?input={}',
      `evaluations.detail?input={"id":"${'a'.repeat(24)}"}`,
      'staff.me',
    ]) {
      const answer = await app.inject({
        url: `/trpc/${path}`,
        headers: { cookie: 'admin=forged; isAdmin=true' },
      });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('store an evaluation once, however often it is sent, and accept five an hour from one address', async () => {
    const send = async (id: string, proven: string) => {
      const body = JSON.stringify({ key: id, proof: proven, answers: evaluationAnswers });
      return (await post('evaluations.submit', body)).statusCode;
    };
    const [same, once] = [key(), await proof()];
    expect([await send(same, once), await send(same, once)]).toEqual([200, 200]);
    expect(await stored()).toBe(1);
    const statuses: number[] = [];
    for (let sent = 0; sent < 4; sent += 1) statuses.push(await send(key(), await proof()));
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('calls in this process', () => {
  const refusal = new DomainError('conflict', 'No.', { title: 'Not now', fields: { phone: 'Why' } });
  const thrown = (call: Promise<unknown>) => call.catch((error: unknown) => error);

  it('throw what a verb refused as the very error that it threw', async () => {
    const { call, context } = visitor(deps);
    vi.spyOn(context.deps.limits, 'reserve').mockRejectedValueOnce(refusal);
    expect(await thrown(call.documents.verify({ reference: 'K7QH-M9XC' }))).toBe(refusal);
  });

  it('refuse input of another shape with our words, and blame no field of a form for it', async () => {
    const error = await thrown(visitor(deps).call.documents.verify({ reference: 7 } as never));
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/^Some of/),
      fields: {},
    });
  });

  it('throw no words of an unexpected error', async () => {
    const { call, context } = visitor(deps);
    vi.spyOn(context.deps.limits, 'reserve').mockRejectedValueOnce(new Error('mongodb://secret'));
    const error = await thrown(call.documents.verify({ reference: 'K7QH-M9XC' }));
    expect(error).toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      message: expect.not.stringMatching('secret'),
    });
  });
});
