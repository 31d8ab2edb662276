import { refuseFaultyForms } from '@claimdesk/forms/check';
import { forms } from '@claimdesk/forms/registry';
import type { FastifyInstance } from 'fastify';
import { type Env, parseEnv } from './env.ts';
import { drain } from './server/drain.ts';

/** The only file of the site that touches the process: reads its environment, listens, and ends it in good order. */
async function serve(): Promise<void> {
  const env = parseEnv(process.env);
  refuseFaultyForms(Object.values(forms));
  // Only now: the CMS reads the environment as soon as it is loaded, and would end the process with a stack trace.
  const [{ openDeps }, { startJobs }, { buildSite }] = await Promise.all([
    import('@claimdesk/api/open-deps'),
    import('@claimdesk/api/start-jobs'),
    import('./site.ts'),
  ]);
  const deps = await openDeps(env);
  const stopJobs = startJobs(deps);
  const site = await buildSite({ env, deps });
  await listen(site, env);
  deps.log.info('listening');

  let leaving = false;
  const leave = async () => {
    if (leaving) return;
    leaving = true;
    await drain(site);
    await stopJobs();
    await deps.close();
    process.exit(0);
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);
  // Started by another process of ours: once that one is gone, nothing else would stop this one.
  process.on('disconnect', leave);
}

/** Where a machine has no IPv6, its catch-all address means nothing; then IPv4's is taken. */
async function listen(site: FastifyInstance, { PORT: port, HOST: host }: Env): Promise<void> {
  try {
    await site.listen({ port, host });
  } catch (error) {
    const noIpv6 = error instanceof Error && 'code' in error && error.code === 'EAFNOSUPPORT';
    if (!noIpv6 || host !== '::') throw error;
    await site.listen({ port, host: '0.0.0.0' });
  }
}

try {
  await serve();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
