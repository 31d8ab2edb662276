import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long clients with an open connection have to send what they are about to send. */
const graceMs = 1_000;
/** After this long nothing is waited for any more. */
const patienceMs = 10_000;

/**
 * Ends the server without dropping a request: takes no new connections, answers everything that comes over open ones
 * and asks their owners to close them, ends event streams (their clients reconnect elsewhere), then closes the rest.
 */
export async function drain(site: FastifyInstance): Promise<void> {
  const open = new Set<ServerResponse>();
  site.server.prependListener('request', (_request, response: ServerResponse) => {
    open.add(response);
    response.setHeader('connection', 'close');
    response.once('close', () => open.delete(response));
  });
  // The plain socket server's close: the HTTP server's own one also cuts connections that are idle at this instant,
  // and with them a request that is already on its way.
  Server.prototype.close.call(site.server);
  await wait(graceMs);
  const patience = setTimeout(() => site.server.closeAllConnections(), patienceMs);
  await site.close();
  clearTimeout(patience);
}
