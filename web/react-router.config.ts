import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // Hydrated pages know every route from the start: no discovery requests while a visitor fills in a form.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) =>
    compressAssets(join(reactRouterConfig.buildDirectory, 'client/assets')),
} satisfies Config;

/** Compresses each style sheet and script once and well, so that the server only has to hand it out. */
async function compressAssets(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/\.(css|js)$/.test(name)) continue;
    const file = join(folder, name);
    const content = await readFile(file);
    await writeFile(`${file}.br`, brotliCompressSync(content));
    await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
