import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/**
 * Serves the pictures and files that editors uploaded, from the folder where the CMS puts them (`cms/media`), so that
 * pages are whole while the CMS is away. Everything in that folder is public.
 */
export async function mediaFiles(app: FastifyInstance, { dataDir }: { dataDir: string }): Promise<void> {
  app.setNotFoundHandler(async () => {
    throw new Refusal(404, 'There is no such file.');
  });
  await app.register(fastifyStatic, {
    root: join(dataDir, 'media'),
    prefix: '/',
    index: false,
    dotfiles: 'ignore',
    decorateReply: false,
    cacheControl: false,
    setHeaders(reply) {
      reply.header('cache-control', 'public, max-age=3600');
    },
  });
}
