import { join, parse } from 'node:path';
import { openMediaBucket } from '@claimdesk/api/media-bucket';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fileTypeFromFile } from 'file-type';
import type { Env } from '#web/env.ts';
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
 * Serves the pictures and files that editors uploaded, from where the CMS puts them (`cms/media`), a folder or an S3-compatible
 * store, so that pages are whole while the CMS is away. Everything there is public. The content type follows the bytes of the
 * file and never its name.
 */
export async function mediaFiles(app: FastifyInstance, { env }: { env: Env }): Promise<void> {
  app.setNotFoundHandler(async () => {
    throw new Refusal(404, 'There is no such file.');
  });
  const serve = inBucket(env) ?? (await inFolder(app, join(env.DATA_DIR, 'media')));
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const name = request.params['*'];
      return isPlain(name) ? serve(name, reply) : reply.callNotFound();
    },
  });
}

type Serve = (name: string, reply: FastifyReply) => Promise<unknown>;

async function inFolder(app: FastifyInstance, root: string): Promise<Serve> {
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    serve: false,
    index: false,
    cacheControl: false,
    contentType: false,
  });
  return async (name, reply) => {
    const found = await fileTypeFromFile(join(root, name)).catch(() => undefined);
    if (!describe(reply, name, found?.mime)) return reply.callNotFound();
    return reply.sendFile(name);
  };
}

function inBucket(env: Env): Serve | undefined {
  const read = openMediaBucket(env);
  if (!read) return undefined;
  return async (name, reply) => {
    const file = await read(name);
    if (!file || !describe(reply, name, file.type)) return reply.callNotFound();
    reply.header('etag', file.etag);
    if (reply.request.headers['if-none-match'] === file.etag) return reply.code(304).send();
    return reply.send(file.bytes);
  };
}

/** Sets the headers of a file. @returns whether it is of a kind that is served. */
function describe(reply: FastifyReply, name: string, type = ''): boolean {
  const ending = served[type];
  if (!ending) return false;
  reply.headers({
    'content-type': type,
    'content-security-policy': filePolicy,
    'cache-control': 'public, max-age=3600',
  });
  if (type === 'application/pdf') {
    const saveAs = encodeURIComponent(`${parse(name).name}.${ending}`);
    reply.header('content-disposition', `attachment; filename*=UTF-8''${saveAs}`);
  }
  return true;
}

/** All files lie in one folder. */
function isPlain(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !/[/\\\0]/.test(name);
}
