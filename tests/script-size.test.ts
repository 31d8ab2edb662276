import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { intakes } from '../forms/intakes.ts';
import type { Handle } from '../web/app/ui/pages/hydration.ts';
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

/** The rules of a step load after the page; the largest, those of join-network, have 2,819 bytes. */
const largestRules = 3_000;

test('a page with a form loads at most 90 KB of JavaScript in at most 8 requests', async () => {
  const { islands } = await builtPages();
  for (const name of ['step-pages', 'identity-page', 'save-and-exit'] as const) {
    const files = islands.imports[name] ?? [];
    expect(files, name).toContain(islands.entry);
    expect(files.length + 1, name).toBeLessThanOrEqual(8);
    expect((await sizeOf(files)) + largestRules, name).toBeLessThanOrEqual(90_000);
  }
});

test('every page with islands stays within 90 KB and 8 requests, and within 75 KB where it has no form', async () => {
  const { islands, load } = await builtPages();
  const { routes } = await load();
  const pages = Object.values(routes).flatMap((route) => {
    const { hydrate } = (route?.module.handle as Handle | undefined) ?? {};
    return Array.isArray(hydrate) ? [{ id: route?.id, hydrate }] : [];
  });
  expect(pages.length).toBeGreaterThan(3 * intakes.length);
  for (const { id, hydrate } of pages) {
    const files = new Set(hydrate.flatMap((name) => islands.imports[name] ?? []));
    expect(files, id).toContain(islands.entry);
    expect(files.size, id).toBeLessThanOrEqual(8);
    const withForm = hydrate.some((name) => name === 'step-pages' || name === 'identity-page');
    expect(await sizeOf(files), id).toBeLessThanOrEqual(withForm ? 90_000 : 75_000);
  }
});

test('only the portal, the back office and the developers’ page of forms are hydrated as whole pages, which needs more', async () => {
  const { routes } = await (await builtPages()).load();
  const whole = Object.values(routes).filter((route) => {
    const { hydrate = false } = (route?.module.handle as Handle | undefined) ?? {};
    return hydrate && !Array.isArray(hydrate);
  });
  expect(whole.map((route) => route?.id)).toEqual([
    'portal/signed-in',
    'office/login/login',
    'office/login/welcome',
    'office/signed-in',
    'dev/forms/form-state',
  ]);
});

/** @returns the ids of the routes below one. */
function routesBelow(parent: string): string[] {
  return Object.keys(manifest.routes).filter((id) => {
    for (let at = manifest.routes[id]; at?.parentId !== undefined; at = manifest.routes[at.parentId])
      if (at.parentId === parent) return true;
    return false;
  });
}

test('each page of the portal loads at most 130 KB of JavaScript in at most 12 requests', async () => {
  const portal = routesBelow('portal/signed-in');
  expect(portal.length).toBeGreaterThan(8);
  for (const id of portal) {
    const { requests, bytes } = await scriptsOf(id);
    expect(bytes, id).toBeLessThanOrEqual(130_000);
    expect(requests, id).toBeLessThanOrEqual(12);
  }
});

test('each page of the back office, its sign-in too, loads at most 200 KB of JavaScript', async () => {
  const pages = ['office/login/login', ...routesBelow('office/signed-in')];
  expect(pages.length).toBeGreaterThan(15);
  for (const id of pages) expect((await scriptsOf(id)).bytes, id).toBeLessThanOrEqual(200_000);
});

test("no page's JavaScript contains the schema compiler", async () => {
  for (const name of await readdir(join(client, 'assets'))) {
    if (!name.endsWith('.js')) continue;
    const text = await readFile(join(client, 'assets', name), 'utf8');
    expect(text, name).not.toMatch(/new Function\(|strictRequired|unknown keyword/);
  }
});
