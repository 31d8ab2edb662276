import { createRequire } from 'node:module';
import path from 'node:path';
import { withPayload } from '@payloadcms/next/withPayload';
import type { NextConfig } from 'next';
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js';

/** Where the packages are installed: nothing outside of this folder can be imported. */
const repositoryRoot = path.resolve(createRequire(import.meta.url).resolve('next/package.json'), '../../..');

const config: NextConfig = {
  poweredByHeader: false,
  // Only the server reads it: smaller, it takes longer to build, and its errors name no functions.
  experimental: { serverMinification: false },
  // Next would take the folder `pages` for its Pages Router; ours holds the collection, in .ts files.
  pageExtensions: ['tsx'],
  outputFileTracingRoot: repositoryRoot,
  turbopack: { root: repositoryRoot },
  // The list of public forms is TypeScript, as everything here is.
  transpilePackages: ['@claimdesk/forms'],
  // Pages and API routes are compiled separately but share one Payload instance. Bundled, each would have its own copy of
  // Payload's error classes and not recognize the other's, and editors would not learn which field is wrong. The table of
  // ZIP codes is 5 MB, which the build need not read.
  serverExternalPackages: ['payload', '@payloadcms/db-mongodb', 'zipcodes'],
  // The project's own check covers types, with a compiler that Next can't run.
  typescript: { ignoreBuildErrors: true },
};

export default async (phase: string): Promise<NextConfig> => {
  // With missing or invalid settings Next would start and fail on each request; this ends the process instead.
  if (phase === PHASE_PRODUCTION_SERVER) {
    await import('./env.ts').catch((error: Error) => {
      console.error(error.message);
      process.exit(1);
    });
  }
  return withPayload(config);
};
