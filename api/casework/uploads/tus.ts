import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { touchClientSession } from '#api/accounts/clients/client-session.ts';
import { createContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError, httpStatusOf } from '#api/platform/domain-error.ts';
import { CookieJar } from '#api/platform/http/cookies.ts';
import { refuseForeignChanges } from '#api/platform/http/origin.ts';
import { appendToUpload, cancelUpload, type Progress, readProgress } from './resume-upload.ts';
import { sendingAtOnce } from './sending-at-once.ts';
import { resumableMs, type UploadKey } from './upload.model.ts';

const version = '1.0.0';
const bytesType = 'application/offset+octet-stream';
/** Another request writes to the upload: a tus client tries again. */
const locked = 423;

type Handler = (key: UploadKey, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Receives the files that browsers announced with `uploads.begin`: the core protocol of tus 1.0.0
 * (https://tus.io/protocols/resumable-upload), with its extensions expiration and termination.
 */
export async function tusPlugin(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  app.addHook('onRequest', refuseForeignChanges(deps.settings.PUBLIC_URL));
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'tus-resumable': version, 'cache-control': 'no-store' });
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(bytesType, (_request, body, done) => done(null, body));

  const url = '/client-portal/uploads/:upload';
  app.head(
    url,
    answer(deps, async (key, _request, reply) => sendProgress(reply, 200, await readProgress(key, deps))),
  );
  app.patch(
    url,
    answer(deps, async (key, { headers, body }, reply) => {
      const offset = headers['upload-offset'];
      if (typeof offset !== 'string' || !/^\d{1,10}$/.test(offset) || !body)
        throw new DomainError('bad-input', 'This request does not say which part of the file it has.');
      const sent = { offset: Number(offset), body: body as Readable };
      const append = () => appendToUpload(key, sent, deps);
      return sendProgress(reply, 204, await sendingAtOnce(key.client, append));
    }),
  );
  app.delete(
    url,
    answer(deps, async (key, _request, reply) => {
      await cancelUpload(key, deps);
      return reply.code(204).send();
    }),
  );
}

/** Sending a file is activity of the client, so each request extends the session. */
function answer(deps: Deps, handle: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (request.headers['tus-resumable'] !== version)
      return reply
        .code(412)
        .header('tus-version', version)
        .send({ message: 'Send this file from our page.' });
    const cookies = new CookieJar(request.headers.cookie, deps.settings.PUBLIC_URL.startsWith('https:'));
    try {
      const client = await touchClientSession(createContext(deps, { address: request.ip, cookies }));
      if (!client) throw new DomainError('signed-out', 'Please log in to continue.');
      const { upload = '' } = request.params as { upload?: string };
      if (!/^[0-9a-f]{24}$/.test(upload)) throw new DomainError('not-found', 'This file was not found.');
      const key = { client: client.userId, id: upload };
      return await handle(key, request, reply);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, reason, message } = error;
      return reply.code(reason === 'busy' ? locked : httpStatusOf(code)).send({ message });
    }
  };
}

function sendProgress(reply: FastifyReply, status: number, { offset, size, at }: Progress): FastifyReply {
  reply.headers({ 'upload-offset': offset, 'upload-length': size });
  if (offset < size) reply.header('upload-expires', new Date(at.getTime() + resumableMs).toUTCString());
  return reply.code(status).send();
}
