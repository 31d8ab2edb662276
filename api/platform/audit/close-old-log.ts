import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import type { Migration } from '#api/platform/database/migrate.ts';
import { openAuditKey } from '#api/platform/keys/data-keys.ts';
import { closedLog, emptyLog, isGenuine, isGenuineOfOld } from './audit-chain.ts';
import { checkEntries, isUnclosed } from './check-entries.ts';
import { entriesOf, linkAll } from './log-end.ts';

/** Where 1.0 remembered the end of its log. */
const oldHeadFile = 'audit-head.json';
const headShape = z.object({ _id: z.number(), hash: z.string() }).catch(emptyLog);

/**
 * 1.0 linked entries by a hash without a key. An entry under the key closes its log: from then on, who can write to the
 * database can't link those entries anew. What was wrong with them before is counted in it.
 */
export const closeOldLog: Migration = {
  id: '2026-11-28-audit-key',
  async run({ portal, keys, settings }) {
    const { AUDIT_DATABASE, DATA_DIR } = settings;
    const key = await openAuditKey(keys, portal);
    const entries = entriesOf(portal.getClient(), AUDIT_DATABASE);
    for await (const entry of entries.find({ action: closedLog })) if (isGenuine(entry, key)) return;
    const taken = new Set<number>();
    for await (const last of entries.find({}, { sort: { _id: -1 } })) {
      if (!Number.isSafeInteger(last._id) || !isGenuineOfOld(last)) {
        taken.add(Number(String(last._id)));
        continue;
      }
      const known = await readFile(join(DATA_DIR, oldHeadFile), 'utf8')
        .then(JSON.parse)
        .catch(() => null);
      let faults = 0;
      const before = entries.find({ _id: { $lte: last._id } }, { sort: { _id: 1 }, batchSize: 1_000 });
      await checkEntries(before, { key, known: headShape.parse(known) }, (fault) => {
        if (fault !== isUnclosed) faults += 1;
      });
      const details = { entries: last._id, faults };
      const event = { actor: 'server', action: closedLog, subject: null, details };
      const [entry] = linkAll([{ event, at: new Date() }], { head: last, taken }, key);
      const onDisk = { w: 'majority', journal: true } as const;
      if (entry)
        await entries.insertOne(entry, { writeConcern: onDisk }).catch((error: unknown) => {
          // Another site did it meanwhile.
          if (!isDuplicateKey(error)) throw error;
        });
      break;
    }
    await rm(join(DATA_DIR, oldHeadFile), { force: true });
  },
};
