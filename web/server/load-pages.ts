import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import type { IslandScripts } from '#web/app/ui/pages/hydration.ts';

/** The server half of the built pages. `provideContext` comes from the bundle, because context keys are objects. */
export type Pages = Omit<ServerBuild, 'entry'> & {
  entry: {
    module: ServerBuild['entry']['module'] & { provideContext(site: SiteContext): RouterContextProvider };
  };
};

/** Where the pages come from: a build, or their sources in development. */
export interface PageSource {
  load(): Promise<Pages>;
  /** What hydrates the islands of a page. */
  islands: IslandScripts;
  /** The address of the one style sheet that every page uses. */
  styleSheet: string | undefined;
  /** The folder of static files; left out where something else serves them. */
  clientDir?: URL;
}

/** Where `react-router build` puts its output. */
const buildDir = new URL('../build/', import.meta.url);

/** @throws Error with one sentence when the pages were not built. */
export async function builtPages(): Promise<PageSource> {
  const pages = await importPages(new URL('server/index.js', buildDir));
  return {
    load: async () => pages,
    islands: await findIslands(),
    styleSheet: pages.assets.routes.root?.css?.[0],
    clientDir: new URL('client/', buildDir),
  };
}

/** Of a chunk of the client's build (https://vite.dev/guide/backend-integration). */
interface BuiltChunk {
  file: string;
  /** The names of chunks that it imports. */
  imports?: string[];
  /** Of those that it imports when it needs them. */
  dynamicImports?: string[];
}

async function findIslands(): Promise<IslandScripts> {
  const text = await readFile(new URL('client/.vite/manifest.json', buildDir), 'utf8');
  const chunks: Record<string, BuiltChunk | undefined> = JSON.parse(text);
  const entry = 'app/entry.islands.tsx';
  const islands = chunks[entry]?.dynamicImports ?? [];
  return {
    entry: filesOf(chunks, [entry])[0] ?? '',
    imports: Object.fromEntries(
      islands.map((source) => [basename(source, '.tsx'), filesOf(chunks, [entry, source])]),
    ),
  };
}

/** @returns the addresses of chunks and of all that they import. */
function filesOf(chunks: Record<string, BuiltChunk | undefined>, names: string[]): string[] {
  const files = new Set<string>();
  const follow = (name: string) => {
    const { file, imports = [] } = chunks[name] ?? {};
    if (!file || files.has(`/${file}`)) return;
    files.add(`/${file}`);
    for (const imported of imports) follow(imported);
  };
  for (const name of names) follow(name);
  return [...files];
}

async function importPages(file: URL): Promise<Pages> {
  try {
    return await import(file.href);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new Error('The pages are not built: run npm run build first.', { cause: error });
    }
    throw error;
  }
}
