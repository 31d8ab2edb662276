import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface Traffic {
  connections: Set<Socket>;
  /** Requests in progress, by their responses. */
  running: Map<ServerResponse, IncomingMessage>;
  /** How many connections and requests have come in. */
  seen: number;
}

const traffics = new WeakMap<FastifyInstance, Traffic>();

/** @returns what a server has seen since `followTraffic`. */
export function trafficOf(site: FastifyInstance): Traffic {
  return traffics.get(site) ?? { connections: new Set(), running: new Map(), seen: 0 };
}

/** Tracks connections and requests, so that `drain` knows which may be ended, and `postsInTurn` who has come. Called before listening. */
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
 * Waits until nobody new comes in. While the process was busy, connections and requests may have come in that it has not seen; it
 * accepts one connection in each turn of its loop.
 *
 * @param atMostMs after so long it waits no more.
 */
export async function readWhatCameIn(traffic: Traffic, atMostMs: number): Promise<void> {
  const until = performance.now() + atMostMs;
  let before: number;
  do {
    before = traffic.seen;
    // The first one ends the turn that is under way.
    await turn();
    await turn();
  } while (traffic.seen > before && performance.now() < until);
}

/** For so long those who came before wait for who comes with them. */
const arrivalsMs = 250;

/**
 * Lets posts in one at a time, each once everybody is accepted who came at the same moment: the work of each takes as long as accepting
 * ten connections, so a reader would wait behind all who send a form in the same second.
 *
 * @returns what a post waits for.
 */
export function postsInTurn(site: FastifyInstance): () => Promise<void> {
  const traffic = trafficOf(site);
  let last = Promise.resolve();
  return () => {
    last = last.then(() => readWhatCameIn(traffic, arrivalsMs));
    return last;
  };
}
