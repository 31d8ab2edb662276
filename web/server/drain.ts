import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { readWhatCameIn, trafficOf } from './traffic.ts';

/** How long clients with an open connection have to send a request already on its way. */
const graceMs = 1_000;
/** After this long the remaining connections are cut. */
const patienceMs = 10_000;

/**
 * Stops the server without dropping a request: refuses new connections, answers requests on open ones with `connection:
 * close`, ends event streams (their clients connect elsewhere), then closes the rest.
 */
export async function drain(site: FastifyInstance): Promise<void> {
  const traffic = trafficOf(site);
  const { connections, running } = traffic;
  const endConnection = (response: ServerResponse) => response.setHeader('connection', 'close');
  site.server.prependListener('request', (_request, response: ServerResponse) => endConnection(response));
  for (const response of running.keys()) if (!response.headersSent) endConnection(response);
  await readWhatCameIn(traffic, graceMs);
  // Node's `http.Server.close`, which `site.close` calls, also cuts connections that are idle at this instant, and with
  // them a request already on its way. Neither Fastify nor Node has an option to stop listening only, so this calls the
  // `close` of the socket server that it extends.
  Server.prototype.close.call(site.server);
  for (const [response, { headers }] of running) {
    if (headers.accept?.includes('text/event-stream')) response.end();
  }
  await wait(graceMs);
  await readWhatCameIn(traffic, graceMs);
  const busy = new Set([...running.values()].map(({ socket }) => socket));
  for (const socket of connections) if (!busy.has(socket)) socket.destroy();
  const patience = setTimeout(() => site.server.closeAllConnections(), patienceMs);
  await site.close();
  clearTimeout(patience);
}
