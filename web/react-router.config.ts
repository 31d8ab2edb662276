import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // Hydrated pages know every route from the start: no discovery requests, which the strict policy would only see more of.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
