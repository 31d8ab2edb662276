import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { escapeHtml } from '../../api/platform/http/escape-html.ts';
import { sourceVersionHeader } from './messages.ts';
import { reloadScript } from './vite-server.ts';

function reloading(version: number): string {
  return `<script type="module" src="${reloadScript}" data-source-version="${version}"></script>`;
}

/** Passes a request to the site, and its answer back with what a developer's browser needs in addition. */
export function passToSite(
  request: IncomingMessage,
  response: ServerResponse,
  { port, version, refused }: { port: number; version: number; refused(): void },
): void {
  const { 'if-none-match': _, ...headers } = request.headers;
  const asked = ask({
    host: '127.0.0.1',
    port,
    method: request.method,
    path: request.url,
    headers: {
      ...headers,
      // Pages are added to, so they come as plain text; and an earlier one of the same name is never still good.
      'accept-encoding': 'identity',
      'x-forwarded-for': [headers['x-forwarded-for'] ?? [], request.socket.remoteAddress ?? []]
        .flat()
        .join(', '),
      [sourceVersionHeader]: String(version),
    },
  });
  asked.once('response', (answer) => relay(answer, response, version));
  asked.once('error', () => (response.headersSent ? response.destroy() : refused()));
  response.once('close', () => asked.destroy());
  request.pipe(asked);
}

async function relay(answer: IncomingMessage, response: ServerResponse, version: number): Promise<void> {
  const { statusCode = 502, headers } = answer;
  const policy = headers['content-security-policy'];
  if (policy) headers['content-security-policy'] = relaxPolicy(String(policy));
  if (!headers['content-type']?.startsWith('text/html') || headers['content-encoding']) {
    answer.once('error', () => response.destroy());
    response.writeHead(statusCode, headers);
    answer.pipe(response);
    return;
  }
  try {
    const html = withReload(Buffer.concat(await answer.toArray()).toString('utf8'), version);
    const { etag: _, 'transfer-encoding': __, 'content-length': ___, ...kept } = headers;
    response.writeHead(statusCode, { ...kept, 'content-length': Buffer.byteLength(html) }).end(html);
  } catch {
    response.destroy();
  }
}

/** A page that brings scripts has Vite's own client among them. */
function withReload(html: string, version: number): string {
  // Browsers hide nonces from scripts, and React would complain that they differ.
  const known = html.replace(/(<link data-react-router-critical-css[^>]*) nonce="[^"]*"/, '$1');
  return /<script\b(?![^>]*application\/ld\+json)/.test(known)
    ? known
    : known.replace('</body>', `${reloading(version)}</body>`);
}

/**
 * Allows what Vite's and Next's clients need: their modules, their connection, the styles that they set and React's
 * `eval`.
 */
function relaxPolicy(policy: string): string {
  const directives = new Map(
    policy.split(';').map((each) => {
      const [name = '', ...sources] = each.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const allow = (name: string, ...sources: string[]) =>
    directives.set(name, [...new Set([...(directives.get(name) ?? []), ...sources])]);
  allow('script-src', "'self'", "'unsafe-eval'");
  allow('style-src', "'self'", "'unsafe-inline'");
  allow('connect-src', "'self'", 'ws:');
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

/** Replaces every page while the site cannot run, and goes away by itself once it can. */
export function sendFault(
  request: IncomingMessage,
  response: ServerResponse,
  fault: string,
  version: number,
): void {
  const asPage = request.headers.accept?.includes('text/html');
  const type = asPage ? 'text/html' : 'text/plain';
  response.writeHead(503, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  response.end(asPage ? faultPage(fault, version) : fault);
}

function faultPage(fault: string, version: number): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The site cannot run</title>
</head>
<body>
<h1>The site cannot run</h1>
<pre style="white-space: pre-wrap">${escapeHtml(fault)}</pre>
<p>This page goes away by itself once that is fixed.</p>
${reloading(version)}
</body>
</html>
`;
}

/** Connects an upgraded connection, such as the one of Next's own live reloading, with another port. */
export function passUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  const upstream = connect(port, '127.0.0.1', () => {
    const { rawHeaders } = request;
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
    upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.once('error', () => socket.destroy());
  socket.once('error', () => upstream.destroy());
  socket.once('close', () => upstream.destroy());
}
