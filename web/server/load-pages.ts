import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';

/** The server half of the built pages. `provideContext` comes from the bundle, because context keys are objects. */
export type Pages = Omit<ServerBuild, 'entry'> & {
  entry: {
    module: ServerBuild['entry']['module'] & { provideContext(site: SiteContext): RouterContextProvider };
  };
};

/** Where the pages come from: a build, or their sources while somebody develops. */
export interface PageSource {
  /** @returns the pages as they are now. */
  load(): Promise<Pages>;
  /** The address of the one style sheet that every page uses. */
  styleSheet: string | undefined;
  /** The folder with what browsers are given as it is; none where something else hands it out. */
  clientDir?: URL;
}

/** Where `react-router build` puts its output. */
const buildDir = new URL('../build/', import.meta.url);

/** @throws Error with one sentence when the pages were not built. */
export async function builtPages(): Promise<PageSource> {
  const pages = await importPages(new URL('server/index.js', buildDir));
  return {
    load: async () => pages,
    styleSheet: pages.assets.routes.root?.css?.[0],
    clientDir: new URL('client/', buildDir),
  };
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
