import { createContext } from '@claimdesk/api/context';
import { CookieJar } from '@claimdesk/api/cookies';
import type { Deps } from '@claimdesk/api/deps';
import { createCaller } from '@claimdesk/api/router';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#web/env.ts';
import { errorPage } from './error-page.ts';
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
    const message = error instanceof Refusal ? error.message : (sentences[status] ?? sorry);
    return sendError(request, reply, { ...context, status, message });
  };
}

/** Sends one sentence in the shape that the sender of the request can use. */
export async function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    env,
    deps,
    pages,
    status,
    message,
  }: { env: Env; deps: Deps; pages: PageSource; status: number; message: string },
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
