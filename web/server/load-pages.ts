import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { SiteContext } from '../app/context.ts';

/** The server half of the built pages. `provideContext` comes from the bundle, because context keys are objects. */
export type Pages = Omit<ServerBuild, 'entry'> & {
  entry: {
    module: ServerBuild['entry']['module'] & { provideContext(site: SiteContext): RouterContextProvider };
  };
};

/** @throws Error with one sentence when the pages were not built. */
export async function loadPages(buildDir: URL): Promise<Pages> {
  const file = new URL('server/index.js', buildDir);
  try {
    return await import(file.href);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new Error('The pages are not built: run npm run build first.', { cause: error });
    }
    throw error;
  }
}

/** @returns the address of the one style sheet that every page uses. */
export function styleSheetOf(pages: Pages): string | undefined {
  return pages.assets.routes.root?.css?.[0];
}
