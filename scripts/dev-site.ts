import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isRouteErrorResponse } from 'react-router';
import { createServer as createVite, type HotPayload } from 'vite';
import { escapeHtml } from '../api/platform/http/escape-html.ts';
import { parseEnv } from '../web/env.ts';
import type { PageSource, Pages } from '../web/server/load-pages.ts';

/*
 * The site as `npm run dev` runs it: Vite in the site's own process, as React Router documents custom servers. Vite follows
 * the sources of pages; after any other change `dev.ts` starts this process again.
 */

const root = join(import.meta.dirname, '..');
/** Where packages are installed: for a copy inside of a checkout, in the checkout. */
const installed = join(fileURLToPath(import.meta.resolve('vite/package.json')), '../..');
/** The state of the sources of pages. */
let version = Date.now();
/** What is wrong and lets other pages be shown. It is said over the page that is open. */
let fault: HotPayload | undefined;

/** Pages that are not sent yet: one that is dropped at a restart stays empty, and does not come back by itself. */
const sending = new Set<ServerResponse>();

/** In every page without script: loads it anew once the sources are no longer those that it was rendered from. */
const reloadScript = '/@development/reload.js';
const reloadSource = `
const { version } = document.querySelector('script[data-version]').dataset;
import.meta.hot.on('development:version', (newest) => {
  if (String(newest) !== version) location.reload();
});`;

const relaxations = [
  ["script-src 'self'", "script-src 'self' 'unsafe-eval'"],
  ["worker-src 'self'", "worker-src 'self' blob:"],
  ["style-src 'self'", "style-src 'self' 'unsafe-inline'"],
  ["connect-src 'self'", "connect-src 'self' ws:"],
] as const;

const front = createServer((request, response) => {
  vite.middlewares(request, response, () => void answer(request, response));
});
const vite = await createVite({
  root: join(root, 'web'),
  configFile: join(root, 'web/vite.config.ts'),
  mode: 'development',
  appType: 'custom',
  cacheDir: join(root, 'node_modules/.vite/development'),
  clearScreen: false,
  logLevel: 'warn',
  plugins: [
    {
      name: 'claimdesk:development',
      resolveId: (id) => (id === reloadScript ? id : undefined),
      load: (id) => (id === reloadScript ? reloadSource : undefined),
      configureServer({ ws }) {
        ws.on('vite:client:connect', (_data, client) => {
          client.send('development:version', version);
          if (fault) client.send(fault);
        });
      },
      hotUpdate: {
        order: 'post',
        handler({ server: { ws } }) {
          if (this.environment.name !== 'ssr') return;
          version += 1;
          fault = undefined;
          ws.send('development:version', version);
        },
      },
    },
  ],
  // All of them at the start: one that is found later makes Vite reload the page, and what was typed is lost.
  optimizeDeps: {
    entries: ['app/entry.*.tsx', 'app/*/**/*.tsx', 'app/**/*.worker.ts', '!**/*.test.tsx'],
  },
  server: {
    middlewareMode: { server: front },
    ws: { server: front },
    // Next's own live reloading.
    proxy: { '/_next/': { target: process.env.CMS_ORIGIN ?? '', ws: true } },
    cors: false,
    allowedHosts: [new URL(process.env.PUBLIC_URL ?? '').hostname],
    watch: { ignored: ['api', 'cms', 'forms', 'web/*.ts', 'web/server'].map((path) => join(root, path)) },
    // Nothing else of the checkout can be asked for; `data` holds keys.
    fs: {
      allow: [
        join(root, 'web/app'),
        join(root, 'forms'),
        installed,
        realpathSync(join(root, 'web/node_modules')),
      ],
    },
  },
});
// React Router's second Vite server would end this process at once.
process.removeAllListeners('SIGTERM');

const pages: PageSource = {
  styleSheet: '/app/ui/styles/site.css',
  islands: { entry: '/app/entry.islands.tsx', imports: {} },
  load: async () => forDevelopers((await vite.ssrLoadModule('virtual:react-router/server-build')) as Pages),
};
const site = await start().catch((error: Error) => error);
console.error('   ', site instanceof Error ? site : `site started in ${process.uptime().toFixed(1)} s`);
process.on('message', (_message, socket: Socket | undefined) => {
  if (socket) front.emit('connection', socket.resume());
});
process.once('disconnect', () => process.exit());
process.send?.('serving');
run('forms/check.ts').catch(show);

/** @throws Error in words for a developer when the site can't run. */
async function start() {
  const env = parseEnv(process.env);
  const [{ openDeps }, { buildSite }, { default: config }] = await Promise.all([
    import('@claimdesk/api/open-deps'),
    import('../web/site.ts'),
    import('@claimdesk/cms/config'),
    run('forms/compile.ts'),
  ]);
  // The CMS's own process writes the types after a change; twice would be a race for one file.
  (await config).typescript.autoGenerate = false;
  const deps = await openDeps(env);
  deps.jobs.start();
  process.once('SIGTERM', async () => {
    // Sooner than in production: all that is dropped is a developer's own request.
    setTimeout(() => process.exit(), 3_000);
    await Promise.all([...sending].map((response) => once(response, 'close')));
    await deps.close();
    process.exit();
  });
  const { content } = deps;
  // A page that was rendered before a change of its sources must not be sent after it.
  const unkept = { ...content, fresh: () => undefined, memoizeDerived: renderAnew };
  function renderAnew<T>(_key: string, load: (through: typeof content) => Promise<T>): Promise<T> {
    return load(unkept);
  }
  const built = await buildSite({ env, deps: { ...deps, content: unkept }, source: pages });
  await built.ready();
  return built;
}

/** Runs a script of the forms. @throws Error with what it says is wrong. */
async function run(script: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, script)]).catch(({ stderr }) => {
    throw new Error(stderr);
  });
}

/** Production logs only a failure's class, and most pages have no script of their own. */
function forDevelopers({ entry: { module }, ...build }: Pages): Pages {
  const forDeveloper: typeof module = {
    ...module,
    async default(...asked) {
      const response = (await module.default(...asked)) as Response;
      const isPage = response.body && response.headers.get('content-type')?.startsWith('text/html');
      return isPage ? new Response(withReload(await response.text()), response) : response;
    },
    handleError(error, context) {
      if (!isRouteErrorResponse(error) && !context.request.signal.aborted) show(error as Error);
      module.handleError?.(error, context);
    },
  };
  return { ...build, entry: { module: forDeveloper } };
}

/** A page that brings scripts has Vite's own client among them. */
function withReload(html: string): string {
  // Browsers hide nonces from scripts, and React would complain that they differ.
  const known = html.replace(/(<link data-react-router-critical-css[^>]*) nonce="[^"]*"/, '$1');
  if (/<script\b(?![^>]*application\/ld\+json)/.test(known)) return known;
  const script = `<script type="module" src="${reloadScript}" data-version="${version}"></script>`;
  return known.replace('</body>', `${script}</body>`);
}

/** In the terminal, and over every open page. */
function show(error: Error): void {
  console.error(error);
  fault = { type: 'error', err: { message: error.message, stack: error.stack ?? '' } };
  // Without an open page, Vite would keep it for the next one.
  if (vite.ws.clients.size > 0) vite.ws.send(fault);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers.accept?.startsWith('text/html')) {
    sending.add(response);
    response.once('close', () => sending.delete(response));
  }
  try {
    if (site instanceof Error) throw site;
    await pages.load();
    relaxPolicy(response);
    site.routing(request, response);
  } catch (error) {
    sendFault(response, error as Error);
  }
}

/** Allows what Vite's and Next's clients need: modules, workers and connections, styles that they set, React's `eval`. */
function relaxPolicy(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, headers: object) => ServerResponse;
  response.writeHead = ((status: number, headers: Record<string, string> = {}) => {
    // Fastify gives the headers of a text here, and has set those of a stream before.
    const given = headers['content-security-policy'] ?? response.getHeader('content-security-policy');
    if (!given) return writeHead(status, headers);
    let policy = String(given);
    if (!policy.includes('script-src')) policy += "; script-src 'self'; worker-src 'self'";
    for (const [strict, relaxed] of relaxations) policy = policy.replace(strict, relaxed);
    return writeHead(status, { ...headers, 'content-security-policy': policy });
  }) as typeof response.writeHead;
}

/** Replaces every page while the site cannot run, and goes away by itself once it can. */
function sendFault(response: ServerResponse, { message, stack = message }: Error): void {
  response.writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(
    withReload(`<!doctype html><html lang="en"><meta charset="utf-8"><title>The site cannot run</title>
<body><h1>The site cannot run</h1><pre style="white-space: pre-wrap">${escapeHtml(stack)}</pre>
<p>This page goes away by itself once that is fixed.</p></body></html>`),
  );
}
