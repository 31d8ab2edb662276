import { restoreSharedPassword } from '@claimdesk/api/shared-password';
import { withRotationContext } from './rotation-context.ts';

/**
 * `npm run staff:shared`: lets /admin/login take the shared admin password again, for an office whose administrators
 * cannot sign in. It is the one of before: the first start wrote it into DATA_DIR/credentials.json. A deployment that never
 * had one gets one, which is printed.
 */
await withRotationContext(async ({ portal }, { settings }) => {
  const { wasOn, made } = await restoreSharedPassword({ portal, settings });
  if (made) console.log(`There was no shared admin password. Now there is one, and it is on: ${made}`);
  else console.log(`The shared admin password is on ${wasOn ? 'already' : 'again'}.`);
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
