import type { Deps } from '@claimdesk/api/deps';
import { refuseFaultyForms } from '@claimdesk/forms/check';
import { forms } from '@claimdesk/forms/registry';
import type { FastifyInstance } from 'fastify';
import { type Env, parseEnv } from '#web/env.ts';
import { drain } from './drain.ts';
import { serveMetrics } from './metrics.ts';

interface Process {
  /** @returns what builds the app that answers. It is called once the environment is known to be good. */
  load(): Promise<(context: { env: Env; deps: Deps }) => FastifyInstance | Promise<FastifyInstance>>;
  runsJobs(env: Env): boolean;
}

/** Touches the process as nothing else does: reads its environment, listens, runs jobs, and ends it in good order. */
export async function runProcess({ load, runsJobs }: Process): Promise<void> {
  try {
    const env = parseEnv(process.env);
    refuseFaultyForms(Object.values(forms));
    // Only now: the CMS reads the environment as soon as it is loaded, and would end the process with a stack trace.
    const [{ openDeps }, build] = await Promise.all([import('@claimdesk/api/open-deps'), load()]);
    const deps = await openDeps(env);
    if (runsJobs(env)) deps.jobs.start();
    const app = await build({ env, deps });
    const metrics = await serveMetrics(env, deps);
    await listen(app, env);
    deps.log.info('listening');
    leaveInGoodOrder(app, deps, metrics);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

function leaveInGoodOrder(app: FastifyInstance, deps: Deps, metrics: FastifyInstance | undefined): void {
  let leaving = false;
  const leave = async () => {
    if (leaving) return;
    leaving = true;
    await drain(app);
    await metrics?.close();
    await deps.close();
    process.exit(0);
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);
  // Started by another process of ours: once that one is gone, nothing else would stop this one.
  process.on('disconnect', leave);
}

/** Where a machine has no IPv6, its catch-all address means nothing; then IPv4's is taken. */
async function listen(app: FastifyInstance, { PORT: port, HOST: host }: Env): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const noIpv6 = error instanceof Error && 'code' in error && error.code === 'EAFNOSUPPORT';
    if (!noIpv6 || host !== '::') throw error;
    await app.listen({ port, host: '0.0.0.0' });
  }
}
