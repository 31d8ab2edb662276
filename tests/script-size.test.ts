import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { intakes } from '../forms/intakes.ts';
import { builtPages } from '../web/server/load-pages.ts';

const client = join(import.meta.dirname, '../web/build/client');

interface BuiltRoute {
  parentId?: string;
  module: string;
  imports?: string[];
}
interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, BuiltRoute>;
}

let manifest: Manifest;
let manifestFile: string;

beforeAll(async () => {
  const names = await readdir(join(client, 'assets'));
  manifestFile = `/assets/${names.find((name) => /^manifest-.*\.js$/.test(name))}`;
  const text = await readFile(join(client, manifestFile), 'utf8');
  manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
});

/** @returns the files of JavaScript that a page loads before it is interactive, and their compressed size in bytes. */
async function scriptsOf(routeId: string): Promise<{ requests: number; bytes: number }> {
  const files = new Set([manifestFile, manifest.entry.module, ...manifest.entry.imports]);
  let route = manifest.routes[routeId];
  expect(route, routeId).toBeDefined();
  while (route) {
    for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
    route = route.parentId === undefined ? undefined : manifest.routes[route.parentId];
  }
  return { requests: files.size, bytes: await sizeOf(files) };
}

/** @returns the compressed size of all of them in bytes. */
async function sizeOf(files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...files].map((file) => stat(join(client, `${file}.br`))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** The rules of a step load after the page; the largest, those of join-network, have 2,849 bytes. */
const largestRules = 3_000;

test('a page with a form loads at most 110 KB of JavaScript in at most 8 requests', async () => {
  const { islands } = await builtPages();
  const files = [islands.entry, ...islands.imports];
  expect(files.length + 1).toBeLessThanOrEqual(8);
  expect((await sizeOf(files)) + largestRules).toBeLessThanOrEqual(110_000);
});

test('no public form is hydrated as a whole page, which needs more', async () => {
  const { routes } = await (await builtPages()).load();
  const forms = [
    ...intakes.map(({ path }) => `${path.slice(1)}/step`),
    'routes/client-portal/login/client-login',
    'routes/client-portal/forgot-pin/forgot-pin',
    'routes/client-portal/new-pin/new-pin',
    'routes/client-portal/register/client-register',
  ];
  for (const id of forms) expect(routes[id]?.module.handle, id).toEqual({ hydrate: 'islands' });
});

test('each page of the portal loads at most 130 KB of JavaScript in at most 12 requests', async () => {
  const portal = Object.keys(manifest.routes).filter((id) => {
    for (let at = manifest.routes[id]; at?.parentId !== undefined; at = manifest.routes[at.parentId])
      if (at.parentId === 'routes/client-portal/signed-in') return true;
    return false;
  });
  expect(portal.length).toBeGreaterThan(8);
  for (const id of portal) {
    const { requests, bytes } = await scriptsOf(id);
    expect(bytes, id).toBeLessThanOrEqual(130_000);
    expect(requests, id).toBeLessThanOrEqual(12);
  }
});

test("no page's JavaScript contains the schema compiler", async () => {
  for (const name of await readdir(join(client, 'assets'))) {
    if (!name.endsWith('.js')) continue;
    const text = await readFile(join(client, 'assets', name), 'utf8');
    expect(text, name).not.toMatch(/new Function\(|strictRequired|unknown keyword/);
  }
});
