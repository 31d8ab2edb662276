import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { staffMember } from '../tests/setup/clients.ts';
import { applicationAnswers, openDeps, visitor } from '../tests/setup/deps.ts';
import type { Deps } from './platform/deps.ts';
import { DomainError } from './platform/domain-error.ts';
import { apiPlugin } from './plugin.ts';
import { browserRouter } from './router.ts';
import { readRouter } from './testing/read-router.ts';

let deps: Deps;
let app: FastifyInstance;
let cookie: string;
beforeAll(async () => {
  deps = await openDeps();
  app = Fastify({ bodyLimit: 64 * 1024, routerOptions: { maxParamLength: 2_000 } });
  await app.register(apiPlugin, { deps });
  const { context } = await staffMember(deps, 'reviewer');
  cookie = `admin=${context.cookies.get('admin')}`;
});
afterAll(async () => {
  await app.close();
  await deps.close();
});

const ours = { origin: 'http://localhost:3000', 'content-type': 'application/json' };
const attorney = { ...applicationAnswers, listed: true };
const key = crypto.randomUUID();

function post(path: string, body: string, headers: Record<string, string> = ours) {
  return app.inject({ method: 'POST', url: `/trpc/${path}`, headers: { ...headers, cookie }, body });
}

const stored = async () => (await deps.payload.count({ collection: 'attorneys' })).totalDocs;

describe('calls over /trpc', () => {
  it('reach what scripts of pages call, by the same procedures as in this process, and no other', async () => {
    const others = readRouter().filter(({ served }) => !served);
    expect(others.length).toBe(readRouter().length - Object.keys(browserRouter._def.procedures).length);
    for (const { name } of others) {
      for (const answer of [await app.inject({ url: `/trpc/${name}?input={}` }), await post(name, '{}')]) {
        expect([name, answer.statusCode]).toEqual([name, 404]);
        expect(answer.json()).toEqual({ message: 'There is nothing at this address.' });
      }
    }
  });

  it.each([
    ['another site', { ...ours, origin: 'https://evil.example' }],
    ['a sandboxed page', { ...ours, origin: 'null' }],
    ['a page of another host of ours', { ...ours, 'sec-fetch-site': 'same-site' }],
    ['an unknown origin', { 'content-type': 'application/json' }],
  ])('that change data are refused from %s', async (_where, headers) => {
    const answer = await post('directory.add', JSON.stringify({ key, answers: attorney }), headers);
    expect(answer.statusCode).toBe(403);
    expect(await stored()).toBe(0);
  });

  it('that read are posted too, and then refused from other sites as changes are', async () => {
    expect((await post('directory.list', '{}')).statusCode).toBe(200);
    expect((await post('directory.list', '{}', { ...ours, origin: 'https://evil.example' })).statusCode).toBe(
      403,
    );
  });

  it('without an input have no body', async () => {
    expect((await post('failedEmails.retryAll', '')).statusCode).toBe(200);
  });

  it.each([
    ['broken JSON', '{"key":', 400],
    ['an empty body', '', 400],
    ['a number', '7', 400],
    ['an array', '[]', 400],
    ['an unknown field', JSON.stringify({ key, answers: attorney, status: 'approved' }), 400],
    ['a key that is a query operator', JSON.stringify({ key: { $ne: '' }, answers: attorney }), 400],
    ['answers that are a string', JSON.stringify({ key, answers: 'yes' }), 400],
    ['JSON nested as deep as it can be', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400],
    [
      'an answer nested as deep',
      `{"key":"${key}","answers":{"bio":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`,
      400,
    ],
    ['a body of 65 KiB', JSON.stringify({ key, answers: { bio: 'x'.repeat(65 * 1024) } }), 413],
  ])('are refused in our words: %s', async (_what, body, status) => {
    const answer = await post('directory.add', body);
    expect(answer.statusCode).toBe(status);
    expect(answer.body).not.toMatch(/stack|node_modules|at \w+ \(|ZodError|Mongo/);
    expect(await stored()).toBe(0);
  });

  it('accept JSON only', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await post('directory.add', '{}', { ...ours, 'content-type': type })).statusCode).toBe(415);
  });

  it('respond to a missing or wrong field with how to correct it', async () => {
    const { city: _, ...answers } = attorney;
    const answer = await post('directory.add', JSON.stringify({ key, answers: { ...answers, email: 'x' } }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({
      message: expect.stringMatching(/^[A-Z].{8,}/),
      data: { refusal: 'bad-input', fields: { city: expect.any(String), email: expect.any(String) } },
    });
  });

  it('are one a request', async () => {
    const body = '{"0":{},"1":{}}';
    expect((await post('directory.add?batch=1', body)).statusCode).toBe(400);
    for (const names of ['staff.stay,staff.stay', 'staff.stay%2Cstaff.stay', 'staff.stay%252Cstaff.stay'])
      expect((await post(`${names}?batch=1`, body)).statusCode).toBe(404);
  });

  it.each(['%25', '%25E0%25A4%25A', '%2525', 'staff%252Eme', '__proto__', 'staff', 'constructor'])(
    'are not found under a name that is none: %s',
    async (name) => {
      expect((await post(name, '{}')).statusCode).toBe(404);
    },
  );

  it('for staff are refused to everyone else', async () => {
    for (const path of [
      'evaluations.list?input={}',
      `evaluations.detail?input={"id":"${'a'.repeat(24)}"}`,
      'staff.me',
    ]) {
      const headers = { cookie: 'admin=forged; isAdmin=true' };
      const answer = await app.inject({ url: `/trpc/${path}`, headers });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
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
