import { allDefinitions } from '@claimdesk/forms/development';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { states } from './app/dev/forms/states.ts';
import { siteWithoutDatabase } from './testing/site-without-database.ts';

const page = { accept: 'text/html' };
const ours = {
  origin: 'http://site.test',
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/x-www-form-urlencoded',
};
const definitions = allDefinitions();
const everyPage = definitions.flatMap(({ form }) =>
  Object.keys(states).map((state) => `/dev/forms/${form}/${state}`),
);

describe('where no developer works', () => {
  let site: FastifyInstance;
  beforeAll(async () => {
    site = await siteWithoutDatabase();
  });
  afterAll(() => site.close());

  test.each([
    '/dev/forms',
    '/dev/forms/contract/empty',
    '/dev/forms/contract/filled?plain',
    '/dev/forms.data',
  ])('%s is not found', async (url) => {
    const answer = await site.inject({ url, headers: page });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('schema.json');
    expect(answer.body).not.toContain('Social Security number');
  });

  test('nothing can be posted there', async () => {
    const url = '/dev/forms/contract/empty';
    const answer = await site.inject({ method: 'POST', url, payload: '_step=sign', headers: ours });
    expect(answer.statusCode).toBe(404);
  });
});

describe('where developers work', () => {
  let site: FastifyInstance;
  beforeAll(async () => {
    site = await siteWithoutDatabase({ env: { DEVELOPER_PAGES: true } });
  });
  afterAll(() => site.close());
  const get = (url: string) => site.inject({ url, headers: page });
  const post = (url: string, fields: Record<string, string>) =>
    site.inject({ method: 'POST', url, payload: new URLSearchParams(fields).toString(), headers: ours });

  test.each(['/dev/forms/no-such-form/empty', '/dev/forms/contract/no-such-state', '/dev/forms/contract'])(
    '%s is not found',
    async (url) => expect((await get(url)).statusCode).toBe(404),
  );

  test('a post that names no step of the form is refused', async () => {
    expect((await post('/dev/forms/contract/empty', { _step: 'no-such-step' })).statusCode).toBe(400);
  });

  test('the list leads to every form in every state', async () => {
    const { body } = await get('/dev/forms');
    for (const url of everyPage) expect(body).toContain(`href="${url}"`);
  });

  test.each(everyPage)(
    '%s is shown, is not kept, and has no script when it is asked for without',
    { tags: 'thorough' },
    async (url) => {
      const [hydrated, plain] = await Promise.all([get(url), get(`${url}?plain`)]);
      expect(hydrated.statusCode).toBe(200);
      expect(hydrated.headers['cache-control']).toBe('no-store');
      expect(hydrated.headers['content-security-policy']).toContain('nonce-');
      expect(hydrated.body).toContain('<script');
      expect(plain.statusCode).toBe(200);
      expect(plain.headers['cache-control']).toBe('no-store');
      expect(plain.body).not.toContain('<script');
      expect(hydrated.body + plain.body).not.toContain(' style=');
    },
  );

  test('what is posted is not stored: the page says what would be, or what is wrong', async () => {
    const url = '/dev/forms/email-address/empty?plain';
    const step = definitions.find(({ form }) => form === 'email-address')?.ui.steps[0]?.id ?? '';
    const good = await post(url, { _step: step, email: 'Dana@Example.com' });
    expect(good.statusCode).toBe(200);
    expect(good.body).toContain('&quot;email&quot;: &quot;dana@example.com&quot;');
    const wrong = await post(url, { _step: step, email: 'dana' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain('value="dana"');
    expect(wrong.body).toContain('Please enter a valid email address.');
  });

  test('the buttons of a group add and remove an item without script, and keep what was typed', async () => {
    const url = '/dev/forms/every-widget/empty?plain';
    const typed = { _step: 'work', 'jobs.0.title': 'Cook', 'jobs.0.started.month': '3' };
    const added = await post(url, { ...typed, _add: 'jobs' });
    expect(added.statusCode).toBe(200);
    expect(added.body).toContain('name="jobs.1.title"');
    expect(added.body).toMatch(/name="jobs.0.title" value="Cook"/);
    expect(added.body).toMatch(/name="jobs.0.started.month" value="3"/);
    const removed = await post(url, { ...typed, 'jobs.1.title': 'Driver', _remove: 'jobs.0' });
    expect(removed.body).toMatch(/name="jobs.0.title" value="Driver"/);
    expect(removed.body).not.toContain('name="jobs.1.title"');
  });
});
