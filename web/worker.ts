import Fastify from 'fastify';
import { healthChecks } from './server/health-checks.ts';
import { runProcess } from './server/run-process.ts';

/** Runs the background jobs for sites with `JOBS=off`, so that they slow no reader. It answers health checks and nothing else. */
await runProcess({
  load: async () => (context) => {
    const app = Fastify({ logger: false, forceCloseConnections: 'idle' });
    app.register(healthChecks, context);
    return app;
  },
  runsJobs: () => true,
});
