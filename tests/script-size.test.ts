import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { intakes } from '../forms/intakes.ts';

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

/** @returns the compressed size, in bytes, of the JavaScript that a page loads before it is interactive. */
async function bytesOf(routeId: string): Promise<number> {
  const files = new Set([manifestFile, manifest.entry.module, ...manifest.entry.imports]);
  let route = manifest.routes[routeId];
  expect(route, routeId).toBeDefined();
  while (route) {
    for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
    route = route.parentId === undefined ? undefined : manifest.routes[route.parentId];
  }
  const sizes = await Promise.all([...files].map((file) => stat(join(client, `${file}.br`))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** A step's validation rules load after the page; the largest, those of join-network, have 2,849 bytes. */
const largestRules = 3_000;

test.each([
  ...intakes.map(({ path }) => `${path.slice(1)}/step`),
  ...[
    'routes/client-portal/login/client-login',
    'routes/client-portal/new-pin/new-pin',
    'routes/client-portal/register/client-register',
  ],
])('the JavaScript of %s stays within 150 KB', async (routeId) =>
  expect((await bytesOf(routeId)) + largestRules).toBeLessThanOrEqual(150_000),
);

test('the JavaScript of the client portal stays within 160 KB', async () =>
  expect(await bytesOf('routes/client-portal/dashboard/dashboard')).toBeLessThanOrEqual(160_000));

test("no page's JavaScript contains the schema compiler", async () => {
  for (const name of await readdir(join(client, 'assets'))) {
    if (!name.endsWith('.js')) continue;
    const text = await readFile(join(client, 'assets', name), 'utf8');
    expect(text, name).not.toMatch(/new Function\(|strictRequired|unknown keyword/);
  }
});
