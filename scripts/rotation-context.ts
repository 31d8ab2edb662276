import { openRotation, type RotationContext } from '@claimdesk/api/rotation';
import { readSettings, type Settings } from '@claimdesk/api/settings';
import { openDataDir } from './environment.ts';
import { completeKeyFile, keyFileOf } from './key-file.ts';
import { runningUris, startMongod } from './mongod.ts';

export interface KeySource {
  settings: Settings;
  /** The file that holds the keys; undefined when they come from the environment and can't be changed from here. */
  file: string | undefined;
}

/** Opens people's data for maintenance: in the database of MONGODB_URI, of a running `npm start`, or of DATA_DIR. */
export async function withRotationContext(
  work: (context: RotationContext, source: KeySource) => Promise<void>,
): Promise<void> {
  const dataDir = await openDataDir();
  const given = process.env.MONGODB_URI;
  const running = given ? { siteUri: given, cmsUri: given } : await runningUris(dataDir);
  const own = running ? undefined : await startMongod(dataDir, console.log);
  const database = running ?? own;
  try {
    if (!database) return;
    const file = process.env.APP_KEYS ? undefined : keyFileOf(dataDir);
    if (file) await completeKeyFile(file);
    const settings = readSettings({
      PUBLIC_URL: 'http://localhost',
      ...process.env,
      ...(file ? { APP_KEYS_FILE: file } : {}),
      DATA_DIR: dataDir,
      MONGODB_URI: database.siteUri,
    });
    const context = await openRotation(settings);
    try {
      await work(context, { settings, file });
    } finally {
      await context.close();
    }
  } finally {
    await own?.stop();
  }
}
