import { releaseRestored } from '@claimdesk/api/restore-backup';
import { withRotationContext } from './rotation-context.ts';

/** `npm run restore:release`: lets a restored copy send its mail and do its jobs, as the site that takes the place of the lost one. */
await withRotationContext(async ({ portal }, { settings }) => {
  const backup = await releaseRestored(portal.getClient().db(settings.PORTAL_DATABASE));
  console.log(
    backup
      ? `The copy that was restored of ${backup} sends mail and does its jobs from now on.`
      : 'Mail and jobs are not held: there is nothing to release.',
  );
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
