import { restoreSharedPassword } from '@claimdesk/api/shared-password';
import { withRotationContext } from './rotation-context.ts';

/**
 * `npm run staff:shared`: lets /admin/login take the shared admin password again, for an office whose administrators
 * cannot sign in. It is the one of before: the first start wrote it into DATA_DIR/credentials.json.
 */
await withRotationContext(async ({ portal }, { settings }) => {
  const wasOff = await restoreSharedPassword({ portal, settings });
  console.log(wasOff ? 'The shared admin password is on again.' : 'The shared admin password is on already.');
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
