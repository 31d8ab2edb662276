import { withSettings } from './rotation-context.ts';

const marks = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const;

/**
 * `npm run doctor`: looks at what the site stands on, and says of each part whether it is well and what mends it. It ends with exit
 * code 1 when one is at fault.
 */
await withSettings(async (settings) => {
  // The list of migrations loads the configuration of the CMS, which connects to nothing then, and needs no settings.
  Object.assign(process.env, { CMS_BUILDING: '1' });
  const { examine } = await import('@claimdesk/api/doctor');
  const findings = await examine(settings, { trustedProxies: process.env.TRUSTED_PROXIES ?? '' });
  const width = Math.max(...findings.map(({ name }) => name.length));
  for (const { name, state, text } of findings)
    console.log(`${marks[state]}  ${name.padEnd(width)}  ${text}`);
  if (findings.some(({ state }) => state === 'fault')) process.exitCode = 1;
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
