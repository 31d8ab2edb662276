import { connect } from '@claimdesk/api/connect';
import { parseEnv } from './env.ts';
import { drain } from './server/drain.ts';
import { buildSite } from './site.ts';

/** The only file of the site that touches the process: reads its environment, listens, and ends it in good order. */
async function serve(): Promise<void> {
  const env = parseEnv(process.env);
  const deps = await connect(env);
  const site = await buildSite({ env, deps });
  await site.listen({ port: env.PORT, host: env.HOST });
  deps.log.info('listening');

  let leaving = false;
  const leave = async () => {
    if (leaving) return;
    leaving = true;
    await drain(site);
    await deps.close();
    process.exit(0);
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);
  // Started by another process of ours: when that one is gone, nobody is left to end this one.
  process.on('disconnect', leave);
}

try {
  await serve();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
