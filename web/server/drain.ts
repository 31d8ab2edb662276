import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long clients with an open connection have to send a request already on its way. */
const graceMs = 1_000;
/** After this long the remaining connections are cut. */
const patienceMs = 10_000;

interface Traffic {
  connections: Set<Socket>;
  /** Requests in progress, by their responses. */
  running: Map<ServerResponse, IncomingMessage>;
  /** How many connections and requests have come in. */
  seen: number;
}

const traffics = new WeakMap<FastifyInstance, Traffic>();

/** Tracks connections and requests, so that `drain` knows which may be ended. Called before listening. */
export function followTraffic(site: FastifyInstance): void {
  const traffic: Traffic = { connections: new Set(), running: new Map(), seen: 0 };
  traffics.set(site, traffic);
  site.server.on('connection', (socket: Socket) => {
    traffic.seen += 1;
    traffic.connections.add(socket);
    socket.once('close', () => traffic.connections.delete(socket));
  });
  site.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    traffic.seen += 1;
    traffic.running.set(response, request);
    response.once('close', () => traffic.running.delete(response));
  });
}

/**
 * Stops the server without dropping a request: refuses new connections, answers requests on open ones with `connection:
 * close`, ends event streams (their clients connect elsewhere), then closes the rest.
 */
export async function drain(site: FastifyInstance): Promise<void> {
  const traffic = traffics.get(site) ?? { connections: new Set(), running: new Map(), seen: 0 };
  const { connections, running } = traffic;
  const endConnection = (response: ServerResponse) => response.setHeader('connection', 'close');
  site.server.prependListener('request', (_request, response: ServerResponse) => endConnection(response));
  for (const response of running.keys()) if (!response.headersSent) endConnection(response);
  await readWhatCameIn(traffic);
  // Node's `http.Server.close`, which `site.close` calls, also cuts connections that are idle at this instant, and with
  // them a request already on its way. Neither Fastify nor Node has an option to stop listening only, so this calls the
  // `close` of the socket server that it extends.
  Server.prototype.close.call(site.server);
  for (const [response, { headers }] of running) {
    if (headers.accept?.includes('text/event-stream')) response.end();
  }
  await wait(graceMs);
  await readWhatCameIn(traffic);
  const busy = new Set([...running.values()].map(({ socket }) => socket));
  for (const socket of connections) if (!busy.has(socket)) socket.destroy();
  const patience = setTimeout(() => site.server.closeAllConnections(), patienceMs);
  await site.close();
  clearTimeout(patience);
}

/**
 * While the process was busy, connections and requests may have come in that it has not seen. It accepts one connection in each turn
 * of its loop.
 */
async function readWhatCameIn(traffic: Traffic): Promise<void> {
  const until = performance.now() + graceMs;
  let before: number;
  do {
    before = traffic.seen;
    // The first one ends the turn that is under way.
    await turn();
    await turn();
  } while (traffic.seen > before && performance.now() < until);
}
