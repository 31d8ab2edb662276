import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { withoutDocumentHeaders } from './security-headers.ts';

/** Serves the client build. Names under /assets hold a hash of the content, so they never change. */
export async function staticFiles(app: FastifyInstance, { clientDir }: { clientDir: URL }): Promise<void> {
  await app.register(fastifyStatic, {
    root: fileURLToPath(clientDir),
    // Each file is a route of its own: what is not a file falls through to the pages.
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      // An SVG opened by its address is a document, and might run script.
      if (!path.endsWith('.svg')) withoutDocumentHeaders(reply);
    },
  });
}
