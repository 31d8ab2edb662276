import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Agent, type RequestOptions, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

/** The certificates that visitors believe. */
const trusted: { ca?: Buffer } = {};

export function trust(certificate: string): void {
  trusted.ca = readFileSync(certificate);
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Names of the headers as they came, also where one came twice. */
  headerNames: string[];
  text: string;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Sends the body in so many pieces, a second apart. */
  slowly?: number;
  /** On this machine, from where the visitor comes. */
  address?: string;
  agent?: Agent | false;
  /** The newest version of TLS that the visitor knows. */
  maxVersion?: RequestOptions['maxVersion'];
}

const hungAfterMs = 60_000;
const pieceBytes = 64 * 1024;

/** Asks as a visitor does, with a connection of their own unless an agent is given. @throws Error when no whole answer came. */
export function ask(origin: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = asked.body ? 'POST' : 'GET', headers = {}, body, slowly, address, agent = false } = asked;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const settled = promise.catch(() => {});
  const sent = request(origin + path, {
    ...trusted,
    method,
    agent,
    // The proxies listen there; the name has more addresses.
    lookup: (_name, options, done) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
    ...(address && { localAddress: address }),
    ...(asked.maxVersion && { minVersion: 'TLSv1', maxVersion: asked.maxVersion }),
    headers: {
      accept: 'text/html',
      origin,
      ...(body && { 'content-length': String(body.length) }),
      ...headers,
    },
    signal: AbortSignal.timeout(hungAfterMs),
  });
  let answered = false;
  // A refusal may end the connection while the body is still on its way.
  sent.once('error', (error) => answered || reject(error));
  sent.once('response', async (response) => {
    answered = true;
    try {
      const chunks = await response.toArray();
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        headerNames: response.rawHeaders.filter((_, at) => at % 2 === 0).map((each) => each.toLowerCase()),
        text: Buffer.concat(chunks).toString(),
      });
    } catch (error) {
      reject(error);
    } finally {
      sent.destroy();
    }
  });
  void (async () => {
    const size = slowly ? Math.ceil((body?.length ?? 0) / slowly) : pieceBytes;
    // No further than it is read, as a browser does: what is written after the connection was cut would lose the answer too.
    for (let at = 0; body && at < body.length && !answered; at += size)
      if (!sent.write(body.slice(at, at + size)) && !slowly)
        await Promise.race([once(sent, 'drain'), settled]).catch(() => {});
      else if (slowly) await wait(1_000);
    if (!answered) sent.end();
  })();
  return promise;
}

/** @returns the text of an event stream until it has what is waited for. @throws Error when it does not come in time. */
export function readStream(
  origin: string,
  path: string,
  cookie: string,
): { until(words: string, withinMs: number): Promise<void>; close(): void } {
  let text = '';
  let failed: Error | undefined;
  const headers = { accept: 'text/event-stream', cookie };
  const sent = request(origin + path, { ...trusted, agent: false, headers, family: 4 });
  sent.on('error', (error) => {
    failed = error;
  });
  sent.once('response', (response) => {
    response.on('data', (chunk) => {
      text += chunk;
    });
    response.on('error', () => {});
  });
  sent.end();
  return {
    async until(words, withinMs) {
      for (const end = performance.now() + withinMs; !text.includes(words); await wait(20)) {
        if (failed) throw failed;
        if (performance.now() > end) throw new Error(`The stream did not say ${words} in time, but: ${text}`);
      }
      text = text.slice(text.indexOf(words) + words.length);
    },
    close: () => sent.destroy(),
  };
}

/** @returns a form with one file, and the headers that it is posted with. */
export function formWithFile(
  fields: Record<string, string>,
  bytes: number,
): Pick<Required<Asked>, 'body' | 'headers'> {
  const boundary = 'a-boundary-of-the-form';
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
  const body = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => Buffer.from(`${part(`name="${name}"`)}${value}\r\n`)),
    Buffer.from(part('name="file"; filename="a.pdf"')),
    Buffer.alloc(bytes, '%'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
