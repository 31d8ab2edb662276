import type { ChildProcess } from 'node:child_process';
import { readdirSync, statSync, watch } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProgram, type Keep, startProgram } from './children.ts';
import { launch } from './launch.ts';

const root = join(import.meta.dirname, '..');
/** Editors write several files at once, and `git checkout` many: changes within this time are one. */
const settleMs = 100;

/**
 * Keeps the site running from its sources (`dev-site.ts`), and starts it again after a change that neither Vite nor Next follows.
 * The public port is held here all the time: while the site starts, connections wait.
 */
const developSite: Keep = async ({ env, ...program }, changed) => {
  const development = {
    ...program,
    // React Router and React have builds of their own for it.
    args: ['--conditions=development', join(import.meta.dirname, 'dev-site.ts')],
    // Only the CMS's own process listens to Next. Most of a start is compiling TypeScript.
    env: {
      ...env,
      DISABLE_PAYLOAD_HMR: 'true',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    },
  };
  const waiting: Socket[] = [];
  const tried = Promise.withResolvers<void>();
  let site: ChildProcess;
  let serving = false;
  let due = false;
  let turn = start();

  async function start(): Promise<void> {
    console.log('    starting the site');
    const started = await startProgram(development, true);
    site = started;
    started.stderr?.pipe(process.stderr, { end: false });
    started.once('message', () => {
      serving = site === started && !due;
      passConnections();
      tried.resolve();
    });
    started.once('exit', () => {
      if (site === started) serving = false;
      tried.resolve();
    });
    await changed();
  }

  async function restart(): Promise<void> {
    await wait(settleMs);
    due = false;
    await endProgram(site);
    await start();
  }

  function passConnections(): void {
    if (serving) for (const socket of waiting.splice(0)) site.send('connection', socket, () => {});
  }

  await turn;
  for (const folder of ['api', 'cms', 'forms', 'web'])
    watchFolder(join(root, folder), (file) => {
      if (due || !needsRestart(relative(root, file))) return;
      due = true;
      // From now on connections wait for the next one: this one may end before it has read what they ask for.
      serving = false;
      turn = turn.then(restart).catch(console.error);
    });
  const front = createServer({ pauseOnConnect: true }, (socket) => {
    waiting.push(socket.on('error', () => {}));
    passConnections();
  }).listen(Number(env.PORT), env.HOST ?? '127.0.0.1');
  return {
    pid: () => site.pid ?? 0,
    ready: tried.promise,
    async stop() {
      front.close();
      for (const socket of waiting) socket.destroy();
      due = true;
      await turn;
      await endProgram(site);
    },
  };
};

/** Watches folders only: a watch on a file stays with the old one when an editor puts another in its place. */
function watchFolder(folder: string, changed: (file: string) => void): void {
  const follow = (name: string) => {
    const path = join(folder, name);
    if (/^(node_modules|build|\..*)$/.test(name)) return;
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) watchFolder(path, changed);
  };
  // Without a name it is the folder itself that is gone.
  const watcher = watch(folder, (event, name) => {
    if (name) changed(join(folder, name));
    if (name && event === 'rename') follow(name);
  });
  watcher.on('error', () => watcher.close());
  readdirSync(folder).forEach(follow);
}

/** @param path relative to the checkout. @returns whether the site runs this file, and neither Vite nor Next follows it. */
function needsRestart(path: string): boolean {
  return (
    /\.(tsx?|json|txt)$/.test(path) &&
    !/\.test\.tsx?$|\.d\.ts$|(^|\/)(payload-types\.ts|tsconfig\.json|\.[^/]+)$/.test(path) &&
    !/^(cms\/(app|admin)|web\/(app|public))\//.test(path)
  );
}

await launch('dev', developSite);
