import { intakes } from '@claimdesk/forms/intakes';
import { forms, getForm } from '@claimdesk/forms/registry';
import routes from '../../web/app/routes.ts';
import type { Random } from './random.ts';

/** What is sent over HTTP; `raw` what no HTTP client would send, in the parts in which it is written to a socket. */
export type Input =
  | { kind: 'request'; method: string; path: string; headers: Record<string, string>; body?: Buffer }
  | { kind: 'raw'; parts: Buffer[] };

/** What a browser has by which it is let in. */
export interface Held {
  /** Of a client's session. */
  cookie: string;
  /** Forms that are open, by path. */
  open: Map<string, { token: string; cookie: string }>;
  origin: string;
  host: string;
  /** The procedures that are served, such as `clients.stay`. */
  procedures: readonly string[];
}

const idOf = (random: Random) =>
  random.pick([
    '0'.repeat(24),
    '6560f1b2c3d4e5f6a7b8c9d0',
    '6d0c8a5e-3f1b-4c55-9a51-0c9d4b8f7e21',
    'x',
    '..',
    '%00',
    '-1',
  ]);

/** Every path of the site: posts go to all of them, and those without an action have to say so. */
export const paths: readonly string[] = pathsOf(routes, '').filter(
  // Ends the session that the other posts need.
  (path) => !path.startsWith('/client-portal/logout'),
);

interface Entry {
  path?: string | undefined;
  children?: Entry[] | undefined;
}

function pathsOf(entries: readonly Entry[], above: string): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    return [...(path === undefined ? [] : [own]), ...pathsOf(children, own)];
  });
}

const steps = intakes.flatMap(({ form, path }) => getForm(form).ui.steps.map(({ id }) => `${path}/${id}`));
/** Every name that a form of ours has, and what pages have besides. */
const names = [
  ...new Set([
    ...Object.values(forms).flatMap(({ ui }) => Object.keys(ui.fields)),
    ...['_token', '_proof', '_change', '_later', '_add', '_remove', 'website', 'reason', 'verb', 'do', 'way'],
    ...['password', 'email', 'code', 'answer', 'decision', 'file', 'next', 'secret', 'id', 'kind', 'version'],
    ...['__proto__', 'constructor', 'toString', 'answers[ssn]', 'answers.ssn', '$where', 'a.b.c.0.d', ''],
  ]),
];
const texts = [
  '',
  ' ',
  'on',
  'yes',
  'no',
  'NJ',
  '0',
  '-1',
  '1e309',
  'NaN',
  '12',
  '2015550147',
  '078-05-1120',
  '2026-02-30',
  '0000-00-00',
  'dana@sample.example',
  '"><script>alert(1)</script>',
  "' || 1==1 //",
  '{"$gt":""}',
  '[object Object]',
  '\u0000',
  '\u202e\u200b\ufeff',
  '\ud800',
  'é'.normalize('NFD'),
  '👩‍👩‍👧‍👦'.repeat(20),
  '../../../../etc/passwd',
  '%2e%2e%2f',
  '\r\nset-cookie: a=b',
  'a'.repeat(300),
  'b'.repeat(20_000),
  '9'.repeat(400),
  '(((((((((((((((((((((((((((((a+)+)+)+)+)+)+)+)+$',
];
const contentTypes = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-16',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'application/json',
  'application/json; charset=latin1',
  'application/offset+octet-stream',
  'text/plain',
  'text/xml',
  'a/b; c="',
  '',
];

/** @returns one input, the same for the same random numbers. */
export function makeInput(random: Random, held: Held): Input {
  const kind = random.next();
  if (kind < 0.1) return { kind: 'raw', parts: rawParts(random, held) };
  if (kind < 0.25) return call(random, held);
  if (kind < 0.3) return partOfUpload(random, held);
  if (kind < 0.38) return read(random, held);
  return postOf(random, held);
}

/** A path with something in place of its parameters. */
function pathFrom(random: Random): string {
  const pattern = random.chance(0.5) ? random.pick(steps) : random.pick(paths);
  const path = pattern
    .replace('*', random.pick(['nowhere', 'a/b/c', '%', '%c0%ae']))
    .replaceAll(/:step\??/g, () => random.pick(['contact', 'sign', 'x', '%00']))
    .replaceAll(/:slug/g, () => random.pick(['faq', 'nowhere', '%e2%80%ae', '__proto__']))
    .replaceAll(/:\w+\??/g, () => idOf(random));
  return path + random.pick(['', '', '', '.data', '?index', '?_routes=x', '?next=//evil.example', '?a[]=%']);
}

function headersOf(random: Random, held: Held, path: string): Record<string, string> {
  const form = held.open.get(path);
  const portal = path.startsWith('/client-portal') || path.startsWith('/trpc');
  const headers: Record<string, string> = {
    host: held.host,
    origin: held.origin,
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`,
    accept: random.pick(['text/html', '*/*', 'application/json', 'text/x-script', 'a/b;q=x', '']),
    cookie: portal ? held.cookie : (form?.cookie ?? ''),
  };
  if (!random.chance(0.2)) return headers;
  const odd: [string, string][] = [
    ['host', random.pick(['evil.example', '', '[::1', 'a'.repeat(500), '127.0.0.1:99999'])],
    ['origin', random.pick(['null', 'https://evil.example', '', 'x', `${held.origin}.evil.example`])],
    [
      'x-forwarded-for',
      random.pick(['', ',,,', 'unknown', '::ffff:1.2.3.4', '1'.repeat(1_000), '"', '[::1]:80']),
    ],
    [
      'cookie',
      random.pick(['=', ';;;', 'client=%', 'client='.repeat(300), `draft-contract=${'x'.repeat(3_000)}`]),
    ],
    ['accept-language', random.pick(['*', ';q=', 'xx-'.repeat(500)])],
    ['accept-encoding', random.pick(['br;q=0, *;q=0', 'gzip, gzip, gzip', '\u00ff', 'identity;q=0'])],
    ['content-encoding', random.pick(['gzip', 'br', 'identity', 'x'])],
    ['if-none-match', random.pick(['*', 'W/', '"'.repeat(99)])],
    ['if-modified-since', random.pick(['never', '-1', 'Thu, 01 Jan 1970 00:00:00 GMT'])],
    ['range', random.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', 'x', `bytes=${'0-0,'.repeat(500)}`])],
    ['expect', random.pick(['100-continue', 'x'])],
    ['x-http-method-override', random.pick(['DELETE', 'PUT'])],
    ['sec-fetch-site', random.pick(['cross-site', 'none', ''])],
    ['authorization', random.pick(['Basic =', 'Bearer x', 'JWT a.b.c'])],
  ];
  const [name, value] = random.pick(odd);
  return { ...headers, [name]: value };
}

function postOf(random: Random, held: Held): Input {
  const path = pathFrom(random);
  const headers = headersOf(random, held, path);
  const token = held.open.get(path)?.token ?? '';
  const shape = random.next();
  if (shape < 0.65) {
    const entries = Array.from({ length: random.below(14) }, () => entry(random));
    if (random.chance(0.9)) entries.push(['_token', token]);
    const text = new URLSearchParams(entries).toString();
    const body = random.chance(0.1) ? `${text}&%&=&a=%ff%zz&;` : text;
    return {
      kind: 'request',
      method: 'POST',
      path,
      headers: {
        ...headers,
        'content-type': random.chance(0.95) ? (contentTypes[0] as string) : random.pick(contentTypes),
      },
      body: Buffer.from(body),
    };
  }
  if (shape < 0.8)
    return {
      kind: 'request',
      method: 'POST',
      path,
      headers: {
        ...headers,
        'content-type': random.pick(['multipart/form-data; boundary=b', 'multipart/form-data']),
      },
      body: multipart(random),
    };
  const body = random.chance(0.5) ? json(random) : random.bytes(random.below(2_000));
  const method = random.pick(['POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']);
  return {
    kind: 'request',
    method,
    path,
    headers: { ...headers, 'content-type': random.pick(contentTypes) },
    body,
  };
}

function entry(random: Random): [string, string] {
  const name = random.pick(names);
  const suffix = random.pick(['', '', '', '.month', '.0', '[]', '.0.name', '.__proto__']);
  return [name + suffix, random.pick(texts)];
}

function multipart(random: Random): Buffer {
  const parts = Array.from({ length: random.below(6) }, () => {
    const [name, value] = entry(random);
    const file = random.chance(0.4) ? '; filename="a.pdf"\r\ncontent-type: application/pdf' : '';
    return `--b\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  const end = random.pick(['--b--\r\n', '--b', '', '--b--', '\r\n--c--']);
  const text = Buffer.from(parts.join('') + end);
  return random.chance(0.2) ? text.subarray(0, random.below(text.length + 1)) : text;
}

/** JSON that is deep, wide, cut off or no JSON at all. */
function json(random: Random): Buffer {
  const value = JSON.stringify(anything(random, 4)) ?? '';
  return Buffer.from(
    random.pick([
      value,
      value.slice(0, random.below(value.length + 1)),
      '['.repeat(20_000),
      `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
      '{"id":"a","id":"b"}',
      '\ufeff{}',
      'undefined',
      '1e999',
      '"\\ud800"',
    ]),
  );
}

function anything(random: Random, depth: number): unknown {
  const kind = random.below(depth > 0 ? 7 : 5);
  if (kind === 0) return random.pick(texts);
  if (kind === 1) return random.pick([0, -1, 1.5, 2 ** 53, null]);
  if (kind === 2) return random.chance(0.5);
  if (kind === 3) return idOf(random);
  if (kind === 4) return null;
  const inside = () => anything(random, depth - 1);
  if (kind === 5) return Array.from({ length: random.below(5) }, inside);
  return Object.fromEntries(Array.from({ length: random.below(6) }, () => [random.pick(names), inside()]));
}

function call(random: Random, held: Held): Input {
  const count = random.chance(0.15) ? random.below(15) : 1;
  const called = Array.from({ length: count }, () =>
    random.chance(0.95)
      ? random.pick(held.procedures)
      : random.pick(['x', '', '__proto__', 'a.b.c.d', '%00']),
  );
  const path = `/trpc/${called.join(',')}`;
  const headers = { ...headersOf(random, held, path), 'content-type': 'application/json' };
  const query = random.pick([
    '',
    '',
    '?batch=1',
    `?input=${encodeURIComponent(String(json(random)).slice(0, 900).toWellFormed())}`,
    '?input=%',
  ]);
  if (random.chance(0.3)) return { kind: 'request', method: 'GET', path: path + query, headers };
  const type = random.chance(0.9) ? 'application/json' : random.pick(contentTypes);
  return {
    kind: 'request',
    method: 'POST',
    path: path + query,
    headers: { ...headers, 'content-type': type },
    body: json(random),
  };
}

function partOfUpload(random: Random, held: Held): Input {
  const path = `/client-portal/uploads/${idOf(random)}`;
  const headers: Record<string, string> = {
    ...headersOf(random, held, path),
    'tus-resumable': random.pick(['1.0.0', '0.2.2', '', 'x']),
    'upload-offset': random.pick(['0', '-1', '1e9', 'NaN', '99999999999999999999']),
    'upload-length': random.pick(['0', '10', '-5', 'x']),
    'content-type': random.pick(contentTypes),
  };
  const method = random.pick(['PATCH', 'HEAD', 'DELETE', 'POST', 'OPTIONS', 'GET']);
  if (method !== 'PATCH' && method !== 'POST') return { kind: 'request', method, path, headers };
  return { kind: 'request', method, path, headers, body: random.bytes(random.below(4_000)) };
}

function read(random: Random, held: Held): Input {
  const odd = [
    '/%',
    '/%00',
    '/..%2f..%2fetc/passwd',
    '//evil.example',
    '/assets/../../package.json',
    '/media/%2e%2e/x',
  ];
  const path = random.chance(0.5)
    ? pathFrom(random)
    : random.pick([
        ...odd,
        `/${'a/'.repeat(900)}`,
        '/search?q=%',
        `/search?q=${encodeURIComponent(random.pick(texts).slice(0, 400).toWellFormed())}`,
        '/attorney-directory?state=XX&page=-1',
        '/sitemap.xml?x',
        '/appeal-deadline.ics?date=2026-02-30',
        '/articles/%ff',
      ]);
  return {
    kind: 'request',
    method: random.pick(['GET', 'GET', 'HEAD']),
    path,
    headers: headersOf(random, held, path),
  };
}

/** HTTP that is broken as only a socket can send it. Whoever writes it then ends its side. */
function rawParts(random: Random, { host, cookie }: Held): Buffer[] {
  const path = random.pick([
    '/',
    '/client-login',
    '/trpc/clients.stay',
    '/free-case-evaluation/contact',
    '/faq',
  ]);
  const head = (...lines: string[]) =>
    `${[`POST ${path} HTTP/1.1`, `host: ${host}`, ...lines].join('\r\n')}\r\n\r\n`;
  const text = random.pick<() => string>([
    () =>
      `GET ${path} HTTP/${random.pick(['9.9', '0.9', '1.0', '2.0', '1.1.1', 'x'])}\r\nhost: ${host}\r\n\r\n`,
    () => `GET ${path} HTTP/1.1\r\n\r\n`,
    () => `GET ${path}\r\n\r\n`,
    () =>
      `${random.pick(['get', 'GE T', 'X'.repeat(90), '\u0001', 'CONNECT', 'TRACE', 'PRI'])} ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    () => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nhost: other\r\nx : y\r\n folded\r\n\r\n`,
    () => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nx: ${'y'.repeat(random.pick([20_000, 70_000]))}\r\n\r\n`,
    () => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${'a: b\r\n'.repeat(3_000)}\r\n`,
    () => `${head('content-length: 5', 'content-length: 6')}abcdef`,
    () => `${head(`content-length: ${random.pick(['-1', '1e3', '99999999999999999999', '0x10', ''])}`)}abc`,
    () => `${head('content-length: 3', 'transfer-encoding: chunked')}0\r\n\r\n`,
    () =>
      head('transfer-encoding: chunked') +
      random.pick(['zz\r\nabc', 'fffffffffffffffff\r\n', '-1\r\n', '5\r\nab', '0\r\nx: y']),
    () =>
      `${head(
        `transfer-encoding: ${random.pick(['gzip, chunked', 'chunked, chunked', 'identity', '\u000bchunked'])}`,
      )}0\r\n\r\n`,
    () => `${head('connection: upgrade', `upgrade: ${random.pick(['h2c', 'websocket', 'x'])}`)}abc`,
    () => head('expect: 100-continue', 'content-length: 3'),
    () => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\u0000\r\n\r\n`,
    () => `GET http://evil.example${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    () => `OPTIONS * HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    () => `GET ${path}?${'a'.repeat(random.pick([3_000, 40_000]))} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    () => `GET /\u0080\u00ff HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    () => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(20),
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004',
    () => `PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
    () => '\r\n\r\n\r\n',
    () => '',
  ])();
  const bytes = random.chance(0.1) ? random.bytes(random.below(3_000)) : Buffer.from(text, 'latin1');
  if (bytes.length > 0 && random.chance(0.2)) bytes[random.below(bytes.length)] = random.below(256);
  const cut = random.below(bytes.length + 1);
  return random.chance(0.3) ? [bytes.subarray(0, cut), bytes.subarray(cut)] : [bytes];
}

/** Requests that stop half way, and say no more: the server has to give them up. */
export function half(random: Random, { host }: Held): Buffer {
  const whole = `POST /client-login HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 900\r\n\r\nssn=21909`;
  return Buffer.from(whole.slice(0, 1 + random.below(whole.length)));
}
