import type { KeyObject } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import type { Migration } from '#api/platform/database/migrate.ts';
import { openAuditKey } from '#api/platform/keys/data-keys.ts';
import { type AuditEntry, type AuditHead, closedLog, emptyLog } from './audit-chain.ts';
import { AuditFault } from './audit-heads.ts';
import { checkEntries, isUnclosed } from './check-entries.ts';
import { endOfOld, entriesOf, lastGenuine, linkAll } from './log-end.ts';

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
    // In this order: the end that another site closed meanwhile is either under the key by now or taken when this one writes.
    const end = await endOfOld(entries);
    if (!(await isUnderKey(entries, key))) {
      const faults = await countFaults(end.head, { entries, key, dataDir: DATA_DIR });
      const details = { entries: end.head._id, faults };
      const event = { actor: 'server', action: closedLog, subject: null, details };
      const closing = linkAll([{ event, at: new Date() }], end, key);
      await entries
        .insertMany(closing, { writeConcern: { w: 'majority', journal: true } })
        .catch((error: unknown) => {
          // Another site did it meanwhile.
          if (!isDuplicateKey(error)) throw error;
        });
    }
    await rm(join(DATA_DIR, oldHeadFile), { force: true });
  },
};

async function isUnderKey(entries: mongo.Collection<AuditEntry>, key: KeyObject): Promise<boolean> {
  try {
    await lastGenuine(entries, key);
    return true;
  } catch (error) {
    if (error instanceof AuditFault) return false;
    throw error;
  }
}

/** @param end of the log of 1.0. @returns how many faults its entries have. */
async function countFaults(
  { _id }: AuditHead,
  { entries, key, dataDir }: { entries: mongo.Collection<AuditEntry>; key: KeyObject; dataDir: string },
): Promise<number> {
  const remembered = await readFile(join(dataDir, oldHeadFile), 'utf8')
    .then(JSON.parse)
    .catch(() => null);
  const known = headShape.parse(remembered);
  let faults = 0;
  const stored = entries.find({ _id: { $lte: _id } }, { sort: { _id: 1 }, batchSize: 1_000 });
  await checkEntries(stored, { key, known }, (fault) => {
    if (fault !== isUnclosed) faults += 1;
  });
  return faults;
}
