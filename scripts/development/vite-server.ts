import { realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin, type ViteDevServer } from 'vite';

const root = join(import.meta.dirname, '../..');

/** Added to every page without script: reloads it after a change, and shows errors in an overlay. */
export const reloadScript = '/@development/reload.js';
const reloadSource = `
const { sourceVersion } = document.querySelector('script[data-source-version]').dataset;
import.meta.hot?.on('development:version', (version) => {
  if (String(version) !== sourceVersion) location.reload();
});`;

interface Listeners {
  /** Vite knows of a change: whatever is rendered from now on is new. */
  noted(): void;
  /** The state of the sources. A page from an earlier one may only now have connected. */
  version(): number;
  /** What is wrong with the page that a browser has just opened. */
  fault(): string | undefined;
}

/**
 * Vite for the site's pages. It watches nothing by itself: its `watcher` is notified of changes.
 *
 * @param server whose upgrade requests carry Vite's connections to browsers.
 * @param hostname under which the site is opened, besides localhost.
 */
export async function startVite(
  server: Server,
  hostname: string,
  listeners: Listeners,
): Promise<ViteDevServer> {
  const before = process.listeners('SIGTERM');
  const follow: Plugin = {
    name: 'claimdesk:development',
    resolveId: (id) => (id === reloadScript ? id : undefined),
    load: (id) => (id === reloadScript ? reloadSource : undefined),
    // Called again whenever Vite restarts.
    configureServer({ ws }) {
      // React Router's second Vite server would end this process at once, before it has ended the others.
      for (const listener of process.listeners('SIGTERM'))
        if (!before.includes(listener)) process.off('SIGTERM', listener);
      ws.on('vite:client:connect', (_data, client) => {
        client.send('development:version', listeners.version());
        const fault = listeners.fault();
        if (fault) client.send(overlay(fault));
      });
    },
    hotUpdate: {
      order: 'post',
      handler({ server: { ws } }) {
        if (this.environment.name !== 'ssr') return;
        listeners.noted();
        ws.send('development:version', listeners.version());
      },
    },
  };
  return createServer({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    mode: 'development',
    appType: 'custom',
    cacheDir: join(root, 'node_modules/.vite/development'),
    clearScreen: false,
    logLevel: 'warn',
    plugins: [follow],
    // All of them at the start: one that is found later makes Vite reload the page, and what was typed is lost.
    optimizeDeps: { entries: ['app/entry.*.tsx', 'app/routes/**/*.tsx', 'app/**/*.worker.ts'] },
    server: {
      middlewareMode: true,
      ws: { server },
      cors: false,
      allowedHosts: [hostname],
      watch: null,
      // Nothing else of the checkout can be asked for; `data` holds keys.
      fs: {
        allow: [...['web/app', 'forms', 'node_modules'].map((folder) => join(root, folder)), ...packages()],
      },
    },
  });
}

/** @returns what makes Vite's client show a text over the page. */
export function overlay(message: string, stack = '') {
  return { type: 'error' as const, err: { message, stack } };
}

/** Where packages are installed: for a copy inside of a checkout, in the checkout. */
function packages(): string[] {
  const shared = dirname(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))));
  return [shared, realpathSync(join(root, 'web/node_modules'))];
}
