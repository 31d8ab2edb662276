import { DomainError, httpStatusOf } from '@claimdesk/api/domain-error';
import { openPreview } from '@claimdesk/api/open-preview';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sessionHeaders } from './cms-cookies.ts';
import type { ServerContext } from './errors.ts';
import { refuseForeignPosts } from './pages.ts';
import { Refusal } from './refusal.ts';
import { makeRenderer } from './render-page.ts';
import { framedPolicy } from './security-headers.ts';

/** 1 MiB. A long article is 100 KB as the editor holds it. */
const documentAtMost = 1024 * 1024;
const cannotShow = 'The preview cannot show this yet. It tries again with your next change.';

/**
 * Shows editors the site with unpublished content: GET as it was last saved, POST as their form holds it now. The page
 * is the public one, rendered by its own route from other content; see docs/decisions/012.
 */
export async function preview(app: FastifyInstance, context: ServerContext): Promise<void> {
  const renderPage = makeRenderer(context);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': framedPolicy, 'x-robots-tag': 'noindex' });
  });
  app.addHook('onRequest', refuseForeignPosts(context));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.route<{ Params: { place: string; name: string } }>({
    method: ['GET', 'POST'],
    url: '/:place/:name',
    bodyLimit: documentAtMost,
    handler: async (request, reply) => {
      const { place, name } = request.params;
      const { token } = request.query as { token?: unknown };
      const opened = await openPreview(
        {
          place,
          name,
          token: String(token ?? ''),
          headers: sessionHeaders(request, context.env),
          body: request.body,
        },
        context.deps,
      ).catch(refuse);
      const { deps, path, part } = opened;
      const { response: drawn } = await renderPage({
        request,
        reply,
        cookieHeader: undefined,
        deps,
        preview: { path, part },
      });
      if (drawn.status !== 200) throw new Refusal(422, cannotShow);
      return send(reply, drawn, opened.token);
    },
  });
}

function refuse(error: unknown): never {
  if (error instanceof DomainError) throw new Refusal(httpStatusOf(error.code), error.message);
  throw error;
}

async function send(reply: FastifyReply, page: Response, token: string): Promise<FastifyReply> {
  for (const [name, value] of page.headers) if (name !== 'set-cookie') reply.header(name, value);
  reply.header('x-preview-token', token);
  return reply.send(Buffer.from(await page.arrayBuffer()));
}
