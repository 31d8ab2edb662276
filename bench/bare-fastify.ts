import { brotliCompressSync, constants } from 'node:zlib';
import Fastify from 'fastify';

/** The baseline: the least work with which a Node server can send these bytes. */
const answer = await fetch(process.argv[2] ?? '', { headers: { 'accept-encoding': 'br' } });
// fetch decompresses, so the bytes are compressed again.
const html = Buffer.from(await answer.arrayBuffer());
const bytes = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
const app = Fastify();
app.get('/', (_request, reply) =>
  reply.header('content-type', 'text/html; charset=utf-8').header('content-encoding', 'br').send(bytes),
);
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
