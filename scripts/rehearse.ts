import { loadKeys } from '@claimdesk/api/load-keys';
import { rehearse } from '@claimdesk/api/rehearse';
import { withOwnerContext } from './rotation-context.ts';

/**
 * `npm run rehearse -- [<name>]`: restores a backup, by default the newest, into databases of its own beside those of the site, compares
 * and opens what is in it, and deletes them again. It ends with exit code 1 when anything differs or can't be opened.
 */
await withOwnerContext(async ({ connection, settings }) => {
  const rings = await loadKeys(settings);
  const options = { connection, client: connection.getClient(), rings, settings };
  const { findings, faults } = await rehearse(options, process.argv[2]);
  for (const finding of findings) console.log(finding);
  for (const fault of faults) console.error(fault);
  console.log(`${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
