import { parseArgs } from 'node:util';
import { loadKeys } from '@claimdesk/api/load-keys';
import { checkBackup, restoreBackup } from '@claimdesk/api/restore-backup';
import { openServerAuditLog, serverActor } from '@claimdesk/api/server-audit-log';
import { type OwnerContext, withOwnerContext } from './rotation-context.ts';

/**
 * `npm run restore -- [<name>] [--replace]`: restores a backup, by default the newest, into empty databases or in place of what is
 * there, after it has read all of it. Mail and jobs are held then, until `npm run restore:release`.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  await withOwnerContext((context) => restore(context, positionals[0], values.replace));
}

async function restore(
  { connection, settings }: OwnerContext,
  name: string | undefined,
  replace: boolean,
): Promise<void> {
  const options = { client: connection.getClient(), rings: await loadKeys(settings), settings };
  const backup = await checkBackup(options, name);
  const { manifest, keysOf } = backup;
  console.log(
    `${manifest.name} is as it was written: ${manifest.at}, claimdesk ${manifest.versions.claimdesk}.`,
  );
  if (keysOf.name !== manifest.name)
    console.log(
      `Its data keys have been deleted, so those of ${keysOf.name} are taken: who was deleted between the two stays unreadable.`,
    );
  const faults = await restoreBackup(backup, options, { replace });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log('It was restored, and every collection is the same as in the backup.');
  if (manifest.documents === 's3')
    console.log('Documents are not in it: they lie in the store of DOCUMENTS_S3_URL.');
  if (settings.MEDIA_S3_URL)
    console.log(
      manifest.files.count > 0
        ? `Pictures belong in the store of MEDIA_S3_URL: the ${manifest.files.count} of this backup are in DATA_DIR/media.`
        : 'Pictures are not in it: they lie in the store of MEDIA_S3_URL.',
    );
  await goOnWithAuditLog({ connection, settings });
  console.log(
    'Mail and jobs are held, and everybody has to sign in again. Start the site, look whether all is there, then say npm run restore:release.',
  );
}

/** An older log does not end where this folder remembers: that it goes on is put on record. */
async function goOnWithAuditLog({ connection, settings }: OwnerContext): Promise<void> {
  const portal = connection.useDb(settings.PORTAL_DATABASE, { useCache: true });
  const audit = await openServerAuditLog({ portal, settings });
  const entry = await audit.acceptRestore(serverActor);
  await audit.stop();
  if (!entry) return;
  console.log(
    `Entry ${entry._id} of the audit log says that it goes on after entry ${entry.details?.to}, where ${entry.details?.from} had been the end.`,
  );
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
