import { openServerAuditLog } from '@claimdesk/api/server-audit-log';
import { withRotationContext } from './rotation-context.ts';

/**
 * `npm run audit:verify`: checks the audit log of MONGODB_URI, of a running `npm start`, or of DATA_DIR. It ends with exit
 * code 1 when an entry was changed, removed, added or moved, after naming all of them, and with 0 when none was.
 */
await withRotationContext(async ({ portal }, { settings }) => {
  const audit = await openServerAuditLog({ portal, settings });
  let faults = 0;
  const { count, head, notes } = await audit.check((fault) => {
    faults += 1;
    console.error(fault);
  });
  for (const note of notes) console.log(note);
  console.log(`${count} entries, the last is ${head._id} with ${head.hash}: ${faults} faults`);
  if (faults > 0) process.exitCode = 1;
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
