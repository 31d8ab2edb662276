import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/**
 * The smallest reverse proxy in front of several sites: hands each request to the next of them, says which one it was, and
 * tries another one when a site takes no connections, or ends one on which nothing but reading was asked. What may have changed
 * something is not said twice. nginx does the same unless it is told otherwise.
 */
let turn = 0;
/** While a container ends, its network may know no site for a moment. */
let known: string[] = [];

/** @param sites their addresses, the one to try first at the front. */
function pass(from: IncomingMessage, to: ServerResponse, body: Buffer, [site, ...others]: string[]): void {
  if (!site) {
    to.writeHead(502).end();
    return;
  }
  const forwarded = [from.headers['x-forwarded-for'], from.socket.remoteAddress].filter(Boolean).join(', ');
  const onward = request({
    host: site,
    port: 3000,
    path: from.url,
    method: from.method,
    headers: { ...from.headers, 'x-forwarded-for': forwarded },
  });
  onward.once('response', (answer) => {
    to.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-site': site });
    answer.pipe(to);
  });
  let connected = false;
  onward.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => (connected = true));
    else connected = true;
  });
  onward.once('error', () => {
    if (to.headersSent) to.destroy();
    else if (!connected || from.method === 'GET' || from.method === 'HEAD') pass(from, to, body, others);
    else to.writeHead(502).end();
  });
  onward.end(body);
}

createServer(async (from, to) => {
  const body = Buffer.concat(await from.toArray());
  const found = await lookup('site', { all: true }).catch(() => []);
  if (found.length > 0) known = found.map(({ address }) => address).sort();
  const sites = known;
  turn += 1;
  const first = turn % (sites.length || 1);
  pass(from, to, body, [...sites.slice(first), ...sites.slice(0, first)]);
}).listen(8080);
process.on('SIGTERM', () => process.exit(0));
