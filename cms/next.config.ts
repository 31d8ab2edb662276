import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withPayload } from '@payloadcms/next/withPayload';
import type { NextConfig } from 'next';
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js';

const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const config: NextConfig = {
  poweredByHeader: false,
  // Next would take the folder `pages` for its own old kind of pages; ours holds the collection, in files that end in .ts.
  pageExtensions: ['tsx'],
  outputFileTracingRoot: repositoryRoot,
  turbopack: { root: repositoryRoot },
  // Pages and API routes are compiled apart but share one running Payload. Bundled, each would hold its own copy of
  // Payload's error classes and take the other's for unknown, and editors would not learn which field is wrong.
  serverExternalPackages: ['payload', '@payloadcms/db-mongodb'],
  // The project's own check covers types, with a compiler that Next cannot drive.
  typescript: { ignoreBuildErrors: true },
};

export default async (phase: string): Promise<NextConfig> => {
  // Next would start, and fail at each request: settings that are missing or unfit end the process instead.
  if (phase === PHASE_PRODUCTION_SERVER) {
    await import('./env.ts').catch((error: Error) => {
      console.error(error.message);
      process.exit(1);
    });
  }
  return withPayload(config);
};
