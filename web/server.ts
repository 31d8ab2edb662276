import { runProcess } from './server/run-process.ts';

/** The public process, which runs the background jobs too, unless a worker does. */
await runProcess({
  load: async () => (await import('./site.ts')).buildSite,
  runsJobs: ({ JOBS }) => JOBS === 'on',
});
