import { openServerAuditLog, serverActor } from '@claimdesk/api/server-audit-log';
import { withRotationContext } from './rotation-context.ts';

/**
 * `npm run audit:accept-restore`: after an older copy of the database was restored, lets its audit log go on, and puts that on
 * record. Where the log ends as it should, it changes nothing.
 */
await withRotationContext(async ({ portal }, { settings }) => {
  const audit = await openServerAuditLog({ portal, settings });
  const entry = await audit.acceptRestore(serverActor);
  if (!entry) console.log('The audit log ends where it should: there is nothing to accept.');
  else
    console.log(
      `Entry ${entry._id} says that the log goes on after entry ${entry.details?.to}, where ${entry.details?.from} had been the end.`,
    );
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
