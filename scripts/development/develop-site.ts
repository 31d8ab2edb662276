import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import type { HotPayload } from 'vite';
import type { Keep, Program } from '../children.ts';
import { findFreePort } from '../free-port.ts';
import { changeQueue } from './change-queue.ts';
import { checkForms, type FormsVerdict } from './check-forms.ts';
import { passToSite, passUpgrade, sendFault } from './front.ts';
import { makeSiteProcess } from './site-process.ts';
import { overlay, startVite } from './vite-server.ts';
import { watchFolders } from './watch-folders.ts';

const root = join(import.meta.dirname, '../..');

/** What a change of a file leads to, beside what Vite and Next do about it by themselves. */
type Kind = 'forms' | 'pages-config' | 'server';

/** What Vite serves: its own addresses and files, not pages or the CMS's files. */
const forVite = /^\/(?!(cms|_next|trpc|media)\/)(@|.*\.\w+$)/;

/**
 * Keeps the site running from its sources, behind a server that holds the public port all the time: Vite answers for
 * modules, a process of its own for everything else. While that process restarts, requests wait; while it can't
 * run, a page says why.
 */
export const developSite: Keep = async (program, changed) => {
  Object.assign(process.env, { NODE_ENV: 'development' });
  const { PORT, HOST = '127.0.0.1', PUBLIC_URL = '', CMS_ORIGIN = '' } = program.env;
  const port = await findFreePort();
  let version = 0;
  let forms: FormsVerdict = { usable: true };
  let siteFault: string | undefined;
  let pageFault: string | undefined;

  const front = createServer((request, response) => {
    if (isForVite(request)) vite.middlewares(request, response, () => answer(request, response));
    else void answer(request, response);
  });
  front.on('upgrade', (request, socket, head) => {
    if (request.url?.startsWith('/_next/'))
      passUpgrade(request, socket, head, Number(new URL(CMS_ORIGIN).port));
  });
  const queue = changeQueue<Kind>(async (kinds) => {
    if (kinds.has('forms')) await lookAtForms();
    if (kinds.has('pages-config')) await vite.restart();
    if (forms.usable && (kinds.has('server') || kinds.has('forms') || siteFault)) await restartSite();
    version += 1;
    tellBrowsers();
  });
  const vite = await startVite(front, new URL(PUBLIC_URL).hostname, {
    noted() {
      version += 1;
      pageFault = undefined;
    },
    version: () => version,
    fault() {
      if (reason()) return undefined;
      const fault = forms.fault ?? pageFault;
      // The page that failed is the first to connect.
      pageFault = undefined;
      return fault;
    },
  });
  const site = makeSiteProcess(onPort(program, port), {
    fetchModule: (payload) => vite.environments.ssr.hot.handleInvoke(payload),
    failed(failure) {
      console.error(failure.stack || failure.message);
      // Errors of an earlier state say nothing about this one.
      if (failure.version !== String(version)) return;
      pageFault = failure.message;
      showOverlay(failure.message, failure.stack);
    },
    ended(words) {
      siteFault = words;
      tellBrowsers();
    },
  });

  async function lookAtForms(): Promise<void> {
    forms = await checkForms();
    if (forms.fault) console.error(forms.fault);
    else console.log('    the forms are right');
  }

  async function restartSite(): Promise<void> {
    const begun = performance.now();
    console.log('    starting the site');
    siteFault = await site.restart();
    pageFault = undefined;
    await changed();
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    if (!siteFault) console.log(`    site started in ${seconds} s`);
    else console.error('    the site cannot run: it is tried again after the next change');
  }

  /** Why no page can be shown. */
  function reason(): string | undefined {
    return forms.usable ? siteFault : forms.fault;
  }

  /** Reloads open pages; where that is impossible, they stay and show the reason in an overlay. */
  function tellBrowsers(): void {
    const why = reason();
    if (why) showOverlay(why);
    else send({ type: 'full-reload' });
  }

  function showOverlay(message: string, stack?: string): void {
    send(overlay(message, stack));
  }

  /** Without an open page, Vite would keep it for the next one. */
  function send(message: HotPayload): void {
    if (vite.ws.clients.size > 0) vite.ws.send(message);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await queue.done();
    if (response.destroyed) return;
    const why = reason();
    if (why) sendFault(request, response, why, version);
    else
      passToSite(request, response, {
        port,
        version,
        refused: () => sendFault(request, response, siteFault ?? 'The site closed the connection.', version),
      });
  }

  await new Promise<void>((resolve) => front.listen(Number(PORT), HOST, resolve));
  queue.add('forms');
  const folders = ['api', 'cms', 'forms', 'web'].map((folder) => join(root, folder));
  const stopWatching = watchFolders(folders, (event, file) => {
    const kind = kindOf(relative(root, file));
    if (kind) queue.add(kind);
    vite.watcher.emit(event, file);
  });
  return {
    pid: site.pid,
    ready: queue.done(),
    async stop() {
      stopWatching();
      front.close();
      front.closeAllConnections();
      // The process first: a batch that waits for it to listen then ends too.
      await site.stop();
      await queue.close();
      await vite.close();
    },
  };
};

function isForVite({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    method === 'GET' && forVite.test(url.split('?', 1)[0] ?? '') && !headers.accept?.includes('text/html')
  );
}

/** @param path relative to the checkout. */
function kindOf(path: string): Kind | undefined {
  if (
    !/\.(tsx?|json|txt)$/.test(path) ||
    /\.test\.tsx?$|(^|\/)(payload-types\.ts|[\w-]+\.d\.ts|tsconfig\.json|\..+)$/.test(path)
  )
    return undefined;
  if (path.startsWith('forms/')) return 'forms';
  if (/^web\/(app\/routes\.ts|[\w.-]+\.config\.ts)$/.test(path)) return 'pages-config';
  // What Next and Vite exchange in the browser by themselves.
  if (/^(cms\/(app|admin)|web\/(app|public))\//.test(path) && path !== 'web/app/cache-control.ts')
    return undefined;
  return /^(api|cms|web)\//.test(path) ? 'server' : undefined;
}

/** The program with what differs from production. React Router and React have builds of their own for development. */
function onPort({ env, ...program }: Program, port: number): Program {
  return {
    ...program,
    args: [
      '--conditions=development',
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'serve-site.ts'),
    ],
    env: {
      ...env,
      PORT: String(port),
      TRUSTED_PROXIES: [env.TRUSTED_PROXIES, '127.0.0.1'].filter(Boolean).join(','),
      // The site's own process has nothing of Next to listen to.
      DISABLE_PAYLOAD_HMR: 'true',
      PAYLOAD_DISABLE_DEPENDENCY_CHECKER: 'true',
    },
  };
}
