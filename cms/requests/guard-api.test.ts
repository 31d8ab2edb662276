import { type Endpoint, getPayload, type Payload } from 'payload';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { askGuarded, blackPng, emptyDatabases, openCms, signInPerson } from '../testing.ts';
import { guardApi, openToStrangers } from './guard-api.ts';

let cms: Payload;
let cookie: string;
beforeAll(async () => {
  cms = await openCms();
  ({ cookie } = await signInPerson(cms, 'admin'));
});
afterAll(() => emptyDatabases(cms));

interface Asked {
  method?: string;
  cookie?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

function ask(path: string, { method = 'GET', cookie, headers = {}, body }: Asked = {}) {
  const origin = cms.config.csrf[0] ?? '';
  const request = new Request(`${origin}/cms/api/${path}`, {
    method,
    headers: { origin, 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return askGuarded(cms, request);
}

const id = '0123456789abcdef01234567';

/** Every address that Payload's own configuration answers at. */
function everyEndpoint(): { method: string; path: string }[] {
  const { collections, globals, endpoints } = cms.config;
  const of = (prefix: string, list: false | Endpoint[] | undefined) =>
    (list || []).map(({ method, path }) => ({
      method: method.toUpperCase(),
      path: `${prefix}${path}`.replace(/:\w+[+*?]?/g, id).replace(/^\/|\/$/g, ''),
    }));
  return [
    ...of('', endpoints),
    ...collections.flatMap(({ slug, endpoints }) => of(`/${slug}`, endpoints)),
    ...globals.flatMap(({ slug, endpoints }) => of(`/globals/${slug}`, endpoints)),
  ];
}

describe('without a session', () => {
  it('nothing of the API answers but what signing in needs, wherever Payload has an address', async () => {
    const asked = everyEndpoint();
    expect(asked.length).toBeGreaterThan(150);
    for (const slug of [
      'pages',
      'globals/site',
      'users/first-register',
      'payload-preferences',
      'payload-jobs',
    ]) {
      expect(asked.map(({ path }) => path)).toContainEqual(expect.stringContaining(slug));
    }
    const open: string[] = [];
    for (const { method, path } of asked) {
      const { status } = await ask(path, { method, ...(method === 'GET' ? {} : { body: '{}' }) });
      if (status !== 401) open.push(`${method} ${path}`);
    }
    expect(open.sort()).toEqual([...openToStrangers].sort());
  });

  it.each([
    'graphql',
    'graphql-playground',
    'og',
    'no-such-collection',
    'USERS/me',
    'users%2Fme',
    'users/login/',
    'users/me/x',
    'payload-migrations',
  ])('%s is refused in every method', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await ask(path, { method })).status).toBe(401);
    }
  });

  it('another method in a header opens nothing', async () => {
    for (const name of ['x-http-method-override', 'x-payload-http-method-override']) {
      for (const path of ['users/login', 'users/logout', 'users', 'pages']) {
        const headers = { [name]: 'GET', 'content-type': 'application/x-www-form-urlencoded' };
        const answer = await ask(path, { method: 'POST', headers, body: 'limit=5' });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(await answer.text()).not.toContain('docs');
      }
    }
  });

  it.each(['claimdesk-cms-token=', 'claimdesk-cms-token=x.y.z', 'payload-token=x'])(
    'a made-up session is none: %s',
    async (made) => {
      expect((await ask('pages', { cookie: made })).status).toBe(401);
    },
  );

  it('the open ones tell nothing', async () => {
    expect(await (await ask('users/me')).json()).toEqual({ user: null, message: 'Account' });
    const wrong = { email: 'nobody@example.org', password: 'wrong' };
    const headers = { 'content-type': 'application/json' };
    const login = await ask('users/login', { method: 'POST', headers, body: JSON.stringify(wrong) });
    expect(login.status).toBe(401);
  });
});

describe('with a session', () => {
  it.each([
    ['sort=%00', 'characters'],
    ['sort=$where', 'sort'],
    ['sort[x]=1', 'sort'],
    ['where[title][near]=1', 'where'],
    ['where[id][equals][x]=1', 'where'],
    ['where[id][$ne]=1', 'where'],
    ['where[title]=x', 'where'],
    ['where[$where][equals]=1', 'where'],
    ['where[title][like]=%00', 'characters'],
    ['where=%7B', 'where'],
    ['where=[]', 'where'],
    [`where${'[or][0]'.repeat(6)}[title][equals]=x`, 'where'],
    ['limit=-1', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=1e3', 'limit'],
    ['limit[]=1', 'limit'],
    ['page=-1', 'page'],
    ['page=99999999999', 'page'],
    ['depth=99', 'depth'],
    ['depth=x', 'depth'],
    ['locale=%3Cscript%3E', 'locale'],
    ['locale[x]=en', 'locale'],
    ['draft[]=true', 'draft'],
    ['select[title][$x]=1', 'form'],
    ['joins=x.y.z', 'form'],
  ])('an odd query is refused in words and not by a fault: %s', async (query, word) => {
    for (const path of ['pages', 'pages/versions', 'media', `pages/${id}`, 'globals/site']) {
      const answer = await ask(`${path}?${query}`, { cookie });
      expect(answer.status).toBe(400);
      expect((await answer.json()).errors[0].message).toContain(word);
    }
    // A query can come in the body as well, where it may be long.
    const headers = {
      'x-payload-http-method-override': 'GET',
      'content-type': 'application/x-www-form-urlencoded',
    };
    expect((await ask('pages', { method: 'POST', cookie, headers, body: query })).status).toBe(400);
  });

  it('a query that is too long is refused in words, in the address and in the body', async () => {
    const conditions = Array.from({ length: 201 }, (_, at) => `where[or][${at}][a][equals]=1`).join('&');
    const headers = {
      'x-payload-http-method-override': 'GET',
      'content-type': 'application/x-www-form-urlencoded',
    };
    for (const query of [conditions, `where[title][like]=${'x'.repeat(501)}`, `x=${'x'.repeat(40_000)}`]) {
      expect((await ask(`pages?${query}`, { cookie })).status).toBe(400);
      expect((await ask('pages', { method: 'POST', cookie, headers, body: query })).status).toBe(400);
    }
  });

  it.each([
    'where[updatedAt][greater_than]=abc',
    'where[id][equals]=x',
    'where[id][in]=x,y',
    'where[id][in][]=x',
    'where[blocks.0.x][equals]=1',
    'where[title][exists]=maybe',
    'where[createdBy][all]=x',
  ])('a value of the wrong kind finds nothing, or is refused: %s', async (query) => {
    expect((await ask(`pages?${query}`, { cookie })).status).toBeLessThan(500);
  });

  it.each([
    ['application/json', '{'],
    ['application/json', '[1,'],
    ['application/json', `${'['.repeat(100_000)}`],
    ['application/json', `${'['.repeat(61)}${']'.repeat(61)}`],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=x', 'no parts'],
    ['multipart/form-data; boundary=x', part('_payload', '{')],
    ['multipart/form-data; boundary=x', part('file', '{"filename":"x","url":"http://127.0.0.1/"}')],
  ])('a body that can not be read is refused in words: %s', async (type, body) => {
    for (const [method, path] of [
      ['POST', 'pages'],
      ['PATCH', `media/${id}`],
      ['POST', 'media'],
    ] as const) {
      const answer = await ask(path, { method, cookie, headers: { 'content-type': type }, body });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ errors: [{ message: 'What was sent could not be read.' }] });
    }
  });

  it.each<[string, string | undefined]>([
    ['application/json', undefined],
    ['application/json', ''],
    ['application/json', 'null'],
    ['application/json', '[]'],
    ['application/json', '1'],
    ['application/json', '"x"'],
    ['text/plain', '{"title":"x"}'],
    ['multipart/form-data; boundary=x', part('x', 'y')],
    ['multipart/form-data; boundary=x', part('_payload', 'null')],
    ['multipart/form-data; boundary=x', part('_payload', '')],
  ])('a new document of which nothing is told is no fault: %s %s', async (type, body) => {
    for (const slug of ['pages', 'faq', 'attorneys', 'media', 'redirects', 'users']) {
      for (const query of ['', '?draft=true', '?select[title]=1']) {
        const headers = { 'content-type': type };
        const { status } = await ask(`${slug}${query}`, {
          method: 'POST',
          cookie,
          headers,
          ...(body === undefined ? {} : { body }),
        });
        expect([slug, query, status < 500]).toEqual([slug, query, true]);
      }
    }
  });

  it.each([
    'limit=10&page=1&depth=0&sort=-updatedAt,title&draft=true&pagination=false',
    'where[or][0][title][like]=a&where[or][1][and][0][slug][equals]=b&select[title]=true',
    `where[id][not_in][]=${id}&locale=&fallback-locale=null&trash=false`,
    'where={"title":{"equals":"x"}}',
  ])('what the admin asks is answered: %s', async (query) => {
    expect((await ask(`pages?${query}`, { cookie })).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['no site', {}],
    ['a neighbor', { 'sec-fetch-site': 'same-site' }],
    ['nowhere', { 'sec-fetch-site': 'none' }],
    ['our own site', { 'sec-fetch-site': 'same-origin' }],
    ['a file', { origin: 'null' }],
    ['another site', { origin: 'https://evil.example' }],
  ])('a change that names no origin of ours is refused, said to come from %s', async (_where, headers) => {
    for (const [method, path] of [
      ['POST', 'articles'],
      ['POST', 'users/logout'],
      ['PATCH', `articles/${id}`],
      ['DELETE', `articles/${id}`],
    ] as const) {
      const request = new Request(`http://127.0.0.1/cms/api/${path}`, {
        method,
        headers: { cookie, 'content-type': 'application/json', ...headers },
        body: '{"title":"x"}',
      });
      expect((await askGuarded(cms, request)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await cms.count({ collection: 'articles' })).totalDocs).toBe(0);
    expect(await (await ask('users/me', { cookie })).json()).toMatchObject({ user: { role: 'admin' } });
  });

  it('files are not served here, so that a missing one is no fault and leaves nothing in the log', async () => {
    const { logger } = await getPayload({ config: cms.config });
    const logged = vi.spyOn(logger, 'error');
    for (const name of ['no-such-file.png', '..%2Fx.png', '%00.png']) {
      for (const method of ['GET', 'HEAD']) {
        expect((await ask(`media/file/${name}`, { cookie, method })).status).toBe(404);
      }
    }
    expect(logged).not.toHaveBeenCalled();
  });

  it('where there is no API, nothing is told of where this process listens', async () => {
    const answer = await ask('payload-migrations', { cookie });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ errors: [{ message: 'There is nothing at this address.' }] });
  });

  it('pictures that arrive together are worked on one after the other', async () => {
    let [now, most] = [0, 0];
    const answer = async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((done) => setImmediate(done));
      now -= 1;
      return new Response(null, { status: 201 });
    };
    const upload = () => {
      const body = new FormData();
      body.set('_payload', '{}');
      body.set('file', new Blob([new Uint8Array(blackPng(8, 8))], { type: 'image/png' }), 'x.png');
      const origin = cms.config.csrf[0] ?? '';
      const headers = { origin, 'sec-fetch-site': 'same-origin', cookie };
      const request = new Request(`${origin}/cms/api/media`, { method: 'POST', headers, body });
      return guardApi(answer, cms.config)(request, { params: Promise.resolve({ slug: ['media'] }) });
    };
    const answers = await Promise.all(Array.from({ length: 5 }, upload));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(most).toBe(1);
  });
});

function part(name: string, value: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`;
}
