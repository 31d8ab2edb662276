import { Readable } from 'node:stream';
import { createContext } from '@claimdesk/api/context';
import { CookieJar } from '@claimdesk/api/cookies';
import type { Deps } from '@claimdesk/api/deps';
import { createCaller } from '@claimdesk/api/router';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router';
import type { Opened, OpenedForm, PreviewOfPage, SiteContext } from '#web/app/context.ts';
import { type PageAnswer, pageDataType } from '#web/app/ui/islands/page-data.ts';
import { developerForms } from './developer-forms.ts';
import type { ServerContext } from './errors.ts';
import type { Pages } from './load-pages.ts';
import { hydratedPolicy, makeNonce, previewPolicy } from './security-headers.ts';

const formType = 'application/x-www-form-urlencoded';

interface Rendering {
  request: FastifyRequest;
  reply: FastifyReply;
  cookieHeader: string | undefined;
  deps: Deps;
  /** Renders this address for an editor instead of the requested one. */
  preview?: PreviewOfPage & { path: string };
}

export interface Rendered {
  response: Response;
  /** What its loader says. */
  sameForEverybody: SiteContext['sameForEverybody'];
  /** Of a form's page that is the same for all visitors who have nothing of ours, but for this. */
  form: RenderedForm | null;
}

/** What a form's page holds for one visitor alone. */
interface OwnOfVisitor extends Opened {
  nonce: string;
}

export interface RenderedForm extends OwnOfVisitor {
  /** Opens the form for another visitor, who has no cookies yet. */
  openFor(request: FastifyRequest, content: Deps['content']): Promise<OwnOfVisitor & { cookies: string[] }>;
}

/** Hands a request to React Router with what loaders and actions need. */
export function makeRenderer({ env, pages }: Pick<ServerContext, 'env' | 'pages'>) {
  const ofBuilds = new WeakMap<Pages, RequestHandler>();
  const begin = (request: FastifyRequest, cookieHeader: string | undefined, deps: Deps) => {
    const cookies = new CookieJar(cookieHeader, env.PUBLIC_URL.startsWith('https:'));
    const visitor = { address: request.ip, cookies, userAgent: request.headers['user-agent'] };
    return { api: createCaller(createContext(deps, visitor)), cookies, nonce: makeNonce() };
  };
  const another =
    ({ openFor }: OpenedForm, deps: Deps): RenderedForm['openFor'] =>
    async (request, content) => {
      const { api, cookies, nonce } = begin(request, undefined, { ...deps, content });
      const { token, needsProof } = await openFor(api);
      return { token, needsProof, nonce, cookies: cookies.headers() };
    };
  return async ({ request, reply, cookieHeader, deps, preview }: Rendering): Promise<Rendered> => {
    const build = await pages.load();
    const render = ofBuilds.get(build) ?? createRequestHandler(build as ServerBuild, env.NODE_ENV);
    ofBuilds.set(build, render);
    const { api, cookies, nonce } = begin(request, cookieHeader, deps);
    const site: SiteContext = {
      api,
      cookies,
      nonce,
      islands: pages.islands,
      scriptPolicy: preview ? previewPolicy(nonce) : hydratedPolicy(nonce),
      origin: env.PUBLIC_URL,
      posted: request.method === 'POST',
      // The script of a preview asks for the page itself.
      byScript: !preview && request.headers.accept === pageDataType,
      sameForEverybody: null,
      openedForm: null,
      preview: preview ?? null,
      developer: env.DEVELOPER_PAGES ? developerForms : null,
      report: (error) =>
        deps.log.error('page failed', {
          request: request.id,
          path: request.url.split('?', 1)[0] ?? '',
          error: error instanceof Error ? error.name : typeof error,
        }),
    };
    const context = build.entry.module.provideContext(site);
    const asked = preview
      ? new Request(env.PUBLIC_URL + preview.path)
      : toWebRequest(request, reply, env.PUBLIC_URL, cookieHeader);
    const rendered = await render(asked, context);
    const response = site.byScript ? tellRedirect(rendered) : rendered;
    for (const cookie of cookies.headers()) response.headers.append('set-cookie', cookie);
    const { sameForEverybody, openedForm } = site;
    const form = openedForm && {
      token: openedForm.token,
      needsProof: openedForm.needsProof,
      nonce,
      openFor: another(openedForm, deps),
    };
    return { response, sameForEverybody, form };
  };
}

/** Script that asks for a page's data gets the next address in the body, because `fetch` would follow a redirect. */
function tellRedirect(response: Response): Response {
  const to = response.headers.get('location');
  if (to === null) return response;
  const headers = new Headers(response.headers);
  headers.delete('location');
  headers.set('cache-control', 'no-store');
  return Response.json({ kind: 'redirect', to } satisfies PageAnswer<unknown>, { headers });
}

/** The address comes from configuration and the path, never from the Host header. */
function toWebRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  cookieHeader: string | undefined,
): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name !== 'cookie') for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  if (cookieHeader) headers.set('cookie', cookieHeader);
  // What got this far is a form of one kind or the other, or no body at all, which is an empty form.
  if (request.method === 'POST' && !isUpload(request)) headers.set('content-type', formType);
  return new Request(publicUrl + request.url, {
    method: request.method,
    headers,
    signal: gone.signal,
    ...(request.method === 'POST' ? { body: bodyOf(request), duplex: 'half' } : {}),
  });
}

function bodyOf({ body }: FastifyRequest): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  if (body instanceof Readable) return readWhenAsked(body);
  return body instanceof Buffer ? new Uint8Array(body) : new Uint8Array();
}

/**
 * @returns a stream that takes nothing before it is read, and never ends the connection: a request that is refused
 * earlier still gets its response, because Node then discards the rest of its body.
 */
function readWhenAsked(body: Readable): ReadableStream<Uint8Array> {
  let pieces: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        pieces ??= body.iterator({ destroyOnReturn: false });
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

function isUpload({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}
