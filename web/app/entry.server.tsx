import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { type SiteContext, siteContext } from './context.ts';
import { contentCacheControl } from './public/cache-control.ts';
import { previewParts } from './public/preview/preview-parts.tsx';
import type { PageAnswer } from './ui/islands/page-data.ts';
import { type Handle, HydrationContext, type IslandName, PreviewContext } from './ui/pages/hydration.ts';
import { FrameContext, type FrameData } from './ui/pages/layout-data.ts';

/** Makes the context that loaders read: here, because its key is an object of this bundle. */
export function provideContext(site: SiteContext): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  return context;
}

/** Responses that loaders throw on purpose are not logged; every other failure of a page ends up here. */
export function handleError(error: unknown, { request, context }: Parameters<HandleErrorFunction>[1]): void {
  const foreseen = isRouteErrorResponse(error);
  if (!foreseen && !request.signal.aborted) context.get(siteContext).report(error);
}

/** Renders a page to complete HTML: pages are small, and a complete one can be compared by its ETag. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const site = loadContext.get(siteContext);
  const { nonce, islands, scriptPolicy, api, preview, byScript } = site;
  if (byScript) return answerWithData(context, status, headers);
  const hydrated = whatIsHydrated(context, new URL(request.url));
  const scripts = Array.isArray(hydrated)
    ? {
        names: hydrated,
        files: [...new Set([...hydrated.flatMap((name) => islands.imports[name] ?? []), islands.entry])],
        before: context.manifest.hmr?.runtime,
      }
    : null;
  const hydration = hydrated ? { nonce, islands: scripts } : null;
  setHeaders(headers, status, hydration || preview ? scriptPolicy : null);
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  // Where a page failed before its loaders ran, the frame around the message still needs the firm's data.
  const frame = context.staticHandlerContext.loaderData.root ? null : await readFrame(api).catch(() => null);
  const html = await renderWhole(
    <FrameContext value={frame}>
      <HydrationContext value={hydration}>
        <PreviewContext value={preview && previewParts(preview, nonce)}>
          <ServerRouter context={context} url={request.url} {...(hydration ? { nonce } : {})} />
        </PreviewContext>
      </HydrationContext>
    </FrameContext>,
    nonce,
  );
  return new Response(html, { status, headers });
}

async function readFrame(api: SiteContext['api']): Promise<FrameData> {
  const [layout, navigation] = await Promise.all([api.content.layout(), api.content.navigation()]);
  return { layout, navigation };
}

/** For a page with an island, whose route's loader returns the island's `page`. */
function answerWithData(
  { staticHandlerContext: { matches, loaderData, actionData, errors } }: EntryContext,
  status: number,
  headers: Headers,
): Response {
  headers.set('cache-control', 'no-store');
  const route = matches.at(-1)?.route.id ?? '';
  const page: unknown = loaderData[route]?.page;
  if (errors || !page) return new Response(null, { status: errors ? status : 406, headers });
  const answer: PageAnswer<unknown> = { kind: 'page', page, outcome: actionData?.[route] };
  return Response.json(answer, { status, headers });
}

/** A page that failed above the route that asked for script is plain HTML again. */
function whatIsHydrated(
  { staticHandlerContext: { matches, errors }, routeModules }: EntryContext,
  url: URL,
): boolean | IslandName[] {
  const failed = errors ? matches.findIndex(({ route }) => errors[route.id] !== undefined) : -1;
  const shown = failed < 0 ? matches : matches.slice(0, failed + 1);
  const asked = shown.map(({ route }) => {
    const { hydrate = false } = (routeModules[route.id]?.handle as Handle | undefined) ?? {};
    return typeof hydrate === 'function' ? hydrate(url) : hydrate;
  });
  return asked.find(Boolean) ?? false;
}

/**
 * @param scriptPolicy the content security policy of a page that runs script; null for all others, which keep the
 * default.
 */
function setHeaders(headers: Headers, status: number, scriptPolicy: string | null): void {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (status === 405) headers.set('allow', 'GET, HEAD');
  if (scriptPolicy) {
    headers.set('content-security-policy', scriptPolicy);
    // Not `no-referrer`: that would make browsers send `Origin: null` with our own forms.
    headers.set('referrer-policy', 'same-origin');
    headers.set('cache-control', 'no-store');
  } else if (!headers.has('cache-control')) {
    headers.set('cache-control', status === 200 ? contentCacheControl : 'no-store');
  }
}

function renderWhole(page: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const whole = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString('utf8'));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Everything is ready before the first byte, so nothing is moved into place by script afterwards.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(whole),
      onShellError: reject,
      onError: reject,
    });
  });
}
