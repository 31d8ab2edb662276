import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long clients with an open connection have to send what they are about to send. */
const graceMs = 1_000;
/** After this long nothing is waited for any more. */
const patienceMs = 10_000;

interface Traffic {
  connections: Set<Socket>;
  /** Requests that are being answered, with their answers. */
  running: Map<ServerResponse, IncomingMessage>;
}

const traffics = new WeakMap<FastifyInstance, Traffic>();

/** Keeps an eye on connections and requests, so that `drain` knows which may be ended. Called before listening. */
export function followTraffic(site: FastifyInstance): void {
  const traffic: Traffic = { connections: new Set(), running: new Map() };
  traffics.set(site, traffic);
  site.server.on('connection', (socket: Socket) => {
    traffic.connections.add(socket);
    socket.once('close', () => traffic.connections.delete(socket));
  });
  site.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    traffic.running.set(response, request);
    response.once('close', () => traffic.running.delete(response));
  });
}

/**
 * Ends the server without dropping a request: takes no new connections, answers everything that comes over open ones
 * and asks their owners to close them, ends event streams (their clients connect elsewhere), then closes the rest.
 */
export async function drain(site: FastifyInstance): Promise<void> {
  const { connections, running } = traffics.get(site) ?? { connections: new Set(), running: new Map() };
  site.server.prependListener('request', (_request, response: ServerResponse) => {
    response.setHeader('connection', 'close');
  });
  // The plain socket server's close: the HTTP server's own one also cuts connections that are idle at this instant,
  // and with them a request that is already on its way.
  Server.prototype.close.call(site.server);
  for (const [response, { headers }] of running) {
    if (headers.accept?.includes('text/event-stream')) response.end();
  }
  await wait(graceMs);
  const busy = new Set([...running.values()].map(({ socket }) => socket));
  for (const socket of connections) if (!busy.has(socket)) socket.destroy();
  const patience = setTimeout(() => site.server.closeAllConnections(), patienceMs);
  await site.close();
  clearTimeout(patience);
}
