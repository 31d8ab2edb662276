import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AuditEntry,
  auditCollection,
  auditHeadFile,
  checkEntries,
  emptyLog,
} from '@claimdesk/api/audit';
import mongoose from 'mongoose';
import { openDataDir } from './environment.ts';
import { runningUris, startMongod } from './mongod.ts';

/**
 * `npm run audit:verify`: checks the audit log of MONGODB_URI, of a running `npm start`, or of DATA_DIR. It ends with exit
 * code 1 when an entry was changed, removed, added or moved, after naming all of them, and with 0 when none was.
 */
async function main(): Promise<void> {
  const dataDir = await openDataDir();
  const given = process.env.MONGODB_URI;
  const running = given ? { siteUri: given } : await runningUris(dataDir);
  const own = running ? undefined : await startMongod(dataDir, console.log);
  try {
    const client = await mongoose.mongo.MongoClient.connect(running?.siteUri ?? own?.siteUri ?? '');
    try {
      const database = client.db(process.env.AUDIT_DATABASE || 'audit');
      const known = await readFile(join(dataDir, auditHeadFile), 'utf8').then(JSON.parse, () => emptyLog);
      const entries = database.collection<AuditEntry>(auditCollection);
      const stored = entries.find({}, { sort: { _id: 1 }, batchSize: 1_000 });
      let faults = 0;
      const { count, head } = await checkEntries(stored, known, (fault) => {
        faults += 1;
        console.error(fault);
      });
      console.log(`${count} entries, the last is ${head._id} with ${head.hash}: ${faults} faults`);
      if (faults > 0) process.exitCode = 1;
    } finally {
      await client.close();
    }
  } finally {
    await own?.stop();
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
