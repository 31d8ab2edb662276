import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { createContext } from '@claimdesk/api/context';
import { CookieJar } from '@claimdesk/api/cookies';
import type { Deps } from '@claimdesk/api/deps';
import { escapeHtml } from '@claimdesk/api/escape-html';
import { createCaller } from '@claimdesk/api/router';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#web/env.ts';
import type { PageSource } from './load-pages.ts';
import { Refusal } from './refusal.ts';
import { baseHeaders } from './security-headers.ts';

/** Our words for requests that Fastify refuses. */
const sentences: Record<number, string> = {
  400: 'This request could not be read.',
  404: 'There is nothing at this web address.',
  413: 'What you sent is too large for this page.',
  414: 'This web address is too long.',
  415: 'This page takes only what its own form sends.',
  408: 'The request took too long to arrive. Please try again.',
};
const sorry = 'Something went wrong on our side. Please try again in a few minutes.';

export interface ServerContext {
  env: Env;
  deps: Deps;
  pages: PageSource;
}

/** Every failure is reported in one clear sentence: a page for people, JSON for programs, never a stack. */
export function makeErrorHandler(context: ServerContext) {
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const status = error.statusCode && error.statusCode >= 400 ? error.statusCode : 500;
    if (status >= 500) context.deps.log.error('request failed', { request: request.id, error: error.name });
    // Fastify would end the connection while the rest is on its way, and whoever sends it would learn only that: a reverse proxy answers 502
    // then. Without the header, Node reads the rest, for as long as a request may take to arrive.
    if (status === 413) reply.removeHeader('connection');
    const message = error instanceof Refusal ? error.message : (sentences[status] ?? sorry);
    return sendError(request, reply, { ...context, status, message });
  };
}

/** Sends one sentence in the shape that the sender of the request can use. */
export async function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  { env, deps, pages, status, message }: ServerContext & { status: number; message: string },
): Promise<FastifyReply> {
  // Requests that Fastify itself refuses skip the hook that sets these.
  reply
    .code(status)
    .headers({ ...baseHeaders(env.PUBLIC_URL), ...reply.getHeaders(), 'cache-control': 'no-store' });
  if (!wantsPage(request))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ message }));
  const cookies = new CookieJar('', env.PUBLIC_URL.startsWith('https:'));
  const caller = createCaller(createContext(deps, { address: request.ip, cookies }));
  const firm = await caller.content.layout().catch(() => null);
  return reply
    .type('text/html; charset=utf-8')
    .send(errorPage({ status, message, firm, styleSheet: pages.styleSheet }));
}

function wantsPage({ headers, url }: FastifyRequest): boolean {
  return !url.startsWith('/trpc') && /text\/html|^\*\/\*$|^$/.test(headers.accept ?? '');
}

interface Firm {
  firmName: string;
  phone: string;
  phoneHref: string;
}

/**
 * A page that needs no script, no React and no database, for failures outside the pages proper.
 *
 * @param message a sentence of ours, never text from a request or a driver.
 */
function errorPage({
  status,
  message,
  firm,
  styleSheet,
}: {
  status: number;
  message: string;
  firm: Firm | null;
  styleSheet: string | undefined;
}): string {
  const help = firm
    ? `<p>Need help now? Call <a href="${escapeHtml(firm.phoneHref)}">${escapeHtml(firm.phone)}</a>.</p>`
    : '';
  const sheet = styleSheet ? `<link rel="stylesheet" href="${escapeHtml(styleSheet)}">` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(message)}</title>
${sheet}
</head>
<body>
<main class="wrap prose error-page">
<p class="error-code">Error ${status}</p>
<h1>${escapeHtml(message)}</h1>
${help}
<p><a class="button" href="/">Return to Home</a></p>
</main>
</body>
</html>
`;
}

const statusOf: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** For so long a peer may read what it was told before its connection is cut. */
const lingersMs = 1_000;

/**
 * Answers requests that Node's parser could not read at all, so that no Fastify hook ever sees them.
 *
 * @returns a handler for the server's `clientError` event.
 */
export function answerUnreadable(
  publicUrl: string,
): (error: Error & { code?: string }, socket: Socket) => void {
  const headers = Object.entries({ ...baseHeaders(publicUrl), 'content-type': 'text/plain; charset=utf-8' });
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = statusOf[error.code ?? ''] ?? 400;
    const body = 'This request could not be read.\n';
    const lines = [...headers, ['content-length', String(body.length)], ['connection', 'close']];
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
    // Node reads no more of a peer that has sent much ahead, so it would not see that the peer is gone.
    socket.setTimeout(lingersMs, () => socket.destroy());
  };
}
