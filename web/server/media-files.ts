import { join, parse } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { fileTypeFromFile } from 'file-type';
import { Refusal } from './refusal.ts';

const served: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'application/pdf': 'pdf',
};

/** If a browser ever opens one of these files as a page, no script runs in it, and it has no origin. */
const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Serves the pictures and files that editors uploaded, from the folder where the CMS puts them (`cms/media`), so that
 * pages are whole while the CMS is away. Everything in that folder is public. The content type follows the bytes of the
 * file and never its name.
 */
export async function mediaFiles(app: FastifyInstance, { dataDir }: { dataDir: string }): Promise<void> {
  const root = join(dataDir, 'media');
  app.setNotFoundHandler(async () => {
    throw new Refusal(404, 'There is no such file.');
  });
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    serve: false,
    index: false,
    cacheControl: false,
    contentType: false,
  });
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const name = request.params['*'];
      const found = isPlain(name) && (await fileTypeFromFile(join(root, name)).catch(() => undefined));
      const type = found ? found.mime : undefined;
      const ending = type && served[type];
      if (!type || !ending) return reply.callNotFound();
      reply.headers({
        'content-type': type,
        'content-security-policy': filePolicy,
        'cache-control': 'public, max-age=3600',
      });
      if (type === 'application/pdf') {
        const saveAs = encodeURIComponent(`${parse(name).name}.${ending}`);
        reply.header('content-disposition', `attachment; filename*=UTF-8''${saveAs}`);
      }
      return reply.sendFile(name);
    },
  });
}

/** The CMS stores all files in one folder. */
function isPlain(name: string): boolean {
  return !name.startsWith('.') && !/[/\\\0]/.test(name);
}
