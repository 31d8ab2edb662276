/** @module-tag thorough */

import { getPayload, type Payload } from 'payload';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { askGuarded, emptyDatabases, goodPage, openCms, signInPerson } from '../testing.ts';

const asked = 1_000;

let cms: Payload;
let cookie: string;
beforeAll(async () => {
  cms = await openCms();
  ({ cookie } = await signInPerson(cms, 'admin'));
  for (const slug of ['one', 'two']) await cms.create({ collection: 'pages', data: goodPage({ slug }) });
});
afterAll(() => emptyDatabases(cms));

/** Numbers that are the same in every run, so that a failure can be looked at. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

const random = makeRandom(42);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

const id = '0123456789abcdef01234567';
const tails = [
  '',
  '',
  '',
  `/${id}`,
  '/xyz',
  '/versions',
  '/count',
  '/%00',
  '/versions/xyz',
  `/versions/${id}`,
].concat(['/null', '/{}', '/..%2f', `/access/${id}`, `/${'a'.repeat(300)}`, '/duplicate', '/restore']);
const fields = [
  'title',
  'id',
  '_id',
  'slug',
  'createdAt',
  'order',
  'blocks',
  'blocks.heading',
  'body',
  'email',
]
  .concat([
    'password',
    'hash',
    'sessions',
    'sizes.small.width',
    '$where',
    '__proto__',
    'constructor',
    'a.b.c',
    '0',
  ])
  .concat([
    '',
    'parent',
    'version.title',
    'version.id',
    'user.value',
    'document.value',
    'key',
    'value',
    'date',
  ]);
const operators = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'all',
  'exists',
  'greater_than',
  'less_than_equal',
].concat(['like', 'not_like', 'contains', 'near', 'within', 'intersects', '$ne', 'x', 'constructor']);
const values = [
  '1',
  'x',
  '',
  '%00',
  'null',
  'true',
  '-1',
  '1e999',
  'NaN',
  '2024-13-45',
  '{"$gt":""}',
  '[]',
  'a,b',
].concat([
  id,
  '%F0%9F%98%80',
  '%ED%A0%80',
  '(',
  '.*',
  '\\',
  '9'.repeat(20),
  '%E2%80%AE',
  "'",
  '%',
  'undefined',
]);
const bodies = ['{', '', '[]', 'null', '1', '"x"', '{"title":{"$ne":1}}', '{"blocks":"x"}', '{"blocks":[{}]}']
  .concat([
    '{"blocks":[{"blockType":"nope"}]}',
    '{"id":"xyz"}',
    '{"_id":{}}',
    '{"__proto__":{"a":1}}',
    '{"slug":[]}',
  ])
  .concat([
    '{"body":{"root":1}}',
    '{"body":{"root":{"children":1}}}',
    '{"_status":"nope"}',
    '{"createdAt":"x"}',
  ])
  .concat([
    '{"email":{"a":1},"password":[]}',
    '{"alt":{"a":1}}',
    '{"to":1,"from":[]}',
    '{"title":"\\u0000"}',
  ]);

const terms: (() => string)[] = [
  () => `where[${pick(fields)}][${pick(operators)}]=${pick(values)}`,
  () => `where[${pick(fields)}][${pick(operators)}][]=${pick(values)}`,
  () => `where[${pick(fields)}][${pick(operators)}][${pick(fields)}]=${pick(values)}`,
  () => `where[or][${random(5)}][${pick(fields)}][${pick(operators)}]=${pick(values)}`,
  () => `where[and][0][or][0][${pick(fields)}][${pick(operators)}]=${pick(values)}`,
  () =>
    `${pick(['where', 'where[or]', 'select', 'joins', 'sort', 'sort[]', 'data', 'populate'])}=${pick(values)}`,
  () => `${pick(['limit', 'page', 'depth', 'locale', 'fallback-locale', 'draft', 'trash'])}=${pick(values)}`,
  () => `${pick(['select', 'joins', 'populate', 'uploadEdits'])}[${pick(fields)}]=${pick(values)}`,
  () => `joins[${pick(fields)}][limit]=${pick(values)}`,
  () => `sort=${pick(['', '-'])}${pick(fields)}`,
  () => `uploadEdits[crop][x]=${pick(values)}&field=${pick(fields)}`,
  () => `a${'[b]'.repeat(random(20))}=1`,
];

function oddRequest(): Request {
  const { collections, globals, csrf } = cms.config;
  const places = [
    ...collections.map(({ slug }) => slug),
    ...globals.map(({ slug }) => `globals/${slug}`),
    'access',
  ];
  const query = Array.from({ length: 1 + random(3) }, () => pick(terms)()).join('&');
  const origin = csrf[0] ?? '';
  const headers = { origin, 'sec-fetch-site': 'same-origin', cookie };
  const [place, tail] = [pick(places), pick(tails)];
  const url = `${origin}/cms/api/${place}${tail}?${query}`;
  const kind = random(10);
  if (kind < 6) return new Request(url, { headers });
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-http-method-override': 'GET' };
  if (kind < 7) {
    return new Request(url.split('?')[0] ?? '', {
      method: 'POST',
      headers: { ...headers, ...form },
      body: query,
    });
  }
  // The own account has to stay as it is.
  const target = place === 'users' ? url.replace('/users', '/pages') : url;
  const type = pick([
    'application/json',
    'application/json',
    'multipart/form-data; boundary=x',
    'text/plain',
  ]);
  const method = pick(['POST', 'PATCH', 'PUT', 'OPTIONS']);
  const body = method === 'OPTIONS' ? null : pick(bodies);
  return new Request(target, { method, headers: { ...headers, 'content-type': type }, body });
}

it(`${asked} odd requests of an admin get no fault and no trace of one, in the answer or the log`, async () => {
  const { logger } = await getPayload({ config: cms.config });
  const logged = vi.spyOn(logger, 'error');
  const printed = vi.spyOn(console, 'error');
  const faults: string[] = [];
  for (let round = 0; round < asked; round += 1) {
    const request = oddRequest();
    const label = `${request.method} ${decodeURI(new URL(request.url).pathname.slice(0, 80).replace(/%/g, '%25'))}`;
    const { search } = new URL(request.url);
    const before = logged.mock.calls.length + printed.mock.calls.length;
    const response = await askGuarded(cms, request);
    const text = await response.text();
    const after = logged.mock.calls.length + printed.mock.calls.length;
    if (response.status >= 500 || after > before || /node_modules|at \S+ \(|Mongo|CastError/.test(text)) {
      faults.push(`${response.status} ${label}${search.slice(0, 200)}: ${text.slice(0, 100)}`);
    }
  }
  expect(faults).toEqual([]);
}, 300_000);
