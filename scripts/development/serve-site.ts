import { refuseFaultyForms } from '@claimdesk/forms/check';
import { forms } from '@claimdesk/forms/registry';
import { isRouteErrorResponse } from 'react-router';
import type { HotPayload } from 'vite';
import { createNodeImportMeta, ESModulesEvaluator, ModuleRunner } from 'vite/module-runner';
import { parseEnv } from '../../web/env.ts';
import type { PageSource, Pages } from '../../web/server/load-pages.ts';
import { type Fetched, type FromSite, sourceVersionHeader, type ToSite } from './messages.ts';

/** Ends sooner than in production: all that is dropped is a developer's own request. */
const endsWithinMs = 3_000;

/**
 * The site as `npm run dev` runs it: its pages come from their sources, through the Vite server of the process that
 * started this one and that ends it when api, forms or server change. `web/server.ts` knows nothing of this.
 */
async function serve(): Promise<void> {
  const env = parseEnv(process.env);
  refuseFaultyForms(Object.values(forms));
  const [{ openDeps }, { buildSite }, { default: config }] = await Promise.all([
    import('@claimdesk/api/open-deps'),
    import('../../web/site.ts'),
    import('@claimdesk/cms/config'),
  ]);
  // The CMS's own process writes the types after a change; twice would be a race for one file.
  (await config).typescript.autoGenerate = false;
  const deps = await openDeps(env);
  deps.jobs.start();
  const pages = pagesFromSources();
  const { content } = deps;
  // A page that was rendered before a change of its sources must not be sent after it.
  const unkept = { ...content, fresh: () => undefined, memoizeDerived: renderAnew };
  function renderAnew<T>(_key: string, load: (through: typeof content) => Promise<T>): Promise<T> {
    return load(unkept);
  }
  const site = await buildSite({ env, deps: { ...deps, content: unkept }, source: pages });
  site.server.prependListener('request', ({ headers }) => pages.follow(String(headers[sourceVersionHeader])));
  await site.listen({ port: env.PORT, host: '127.0.0.1' });
  process.once('SIGTERM', async () => {
    setTimeout(() => process.exit(), endsWithinMs);
    site.server.closeAllConnections();
    await deps.close();
    process.exit();
  });
  tell({ kind: 'listening' });
}

/** The pages from Vite's module graph, run in this process because they call the api as functions. */
function pagesFromSources(): PageSource & { follow(version: string): void } {
  let runner = makeRunner();
  let followed = '';
  let shown: { build: Pages; pages: Pages } | undefined;
  return {
    styleSheet: '/app/styles/site.css',
    islands: { entry: '/app/entry.islands.tsx', imports: {} },
    follow(version) {
      // A new runner instead of a cleared cache: modules that are being evaluated would wait for each other forever.
      if (version !== followed) runner = makeRunner();
      followed = version;
    },
    async load() {
      const version = followed;
      try {
        const build = await runner.import<Pages>('virtual:react-router/server-build');
        if (shown?.build !== build) shown = { build, pages: tellingFailures(build) };
        return shown.pages;
      } catch (error) {
        runner = makeRunner();
        tellFailure(error, version);
        throw error;
      }
    },
  };
}

function makeRunner(): ModuleRunner {
  return new ModuleRunner(
    { transport: { invoke: fetchModule }, createImportMeta: createNodeImportMeta, hmr: false },
    new ESModulesEvaluator(),
  );
}

/** Production logs only a failure's class; developers see all of it. */
function tellingFailures(build: Pages): Pages {
  const { module } = build.entry;
  return {
    ...build,
    entry: {
      module: {
        ...module,
        handleError(error, context) {
          if (!isRouteErrorResponse(error) && !context.request.signal.aborted)
            tellFailure(error, context.request.headers.get(sourceVersionHeader) ?? '');
          module.handleError?.(error, context);
        },
      },
    },
  };
}

function tellFailure(error: unknown, version: string): void {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  tell({ kind: 'failed', version, message, stack });
}

const asked = new Map<number, (answer: Fetched) => void>();
let questions = 0;

function fetchModule(payload: HotPayload): Promise<Fetched> {
  return new Promise((resolve) => {
    questions += 1;
    asked.set(questions, resolve);
    tell({ kind: 'fetch', id: questions, payload });
  });
}

function tell(message: FromSite): void {
  process.send?.(message);
}

process.on('message', ({ id, answer }: ToSite) => {
  asked.get(id)?.(answer);
  asked.delete(id);
});

// The process that started this one is gone.
process.once('disconnect', () => process.exit());

try {
  await serve();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
