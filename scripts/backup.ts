import { backUpAndKeep } from '@claimdesk/api/backup';
import { withRotationContext } from './rotation-context.ts';

/**
 * `npm run backup`: makes an encrypted backup of the databases and the pictures, while the site runs, sends it off-site as the settings
 * say, and deletes those that are not kept any longer. The site does the same every night.
 */
await withRotationContext(async ({ portal }, { settings }) => {
  const { name, collections, files, parts, documents } = await backUpAndKeep({ portal, settings });
  const rows = collections.reduce((sum, each) => sum + each.rows, 0);
  const megabytes = ((parts.data.bytes + parts.keys.bytes) / 1024 ** 2).toFixed(1);
  console.log(
    `${name}: ${rows} rows of ${collections.length} collections, ${files.count} files, ${megabytes} MB; read back without a fault.`,
  );
  if (documents === 's3')
    console.log('Documents lie in the store of DOCUMENTS_S3_URL, which has to be backed up as well.');
  if (settings.MEDIA_S3_URL)
    console.log('Pictures lie in the store of MEDIA_S3_URL, which has to be backed up as well.');
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
