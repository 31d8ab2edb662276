import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { AuditHead } from './audit-chain.ts';

/** The file in DATA_DIR that remembers where the log ended, outside of the database: a line of JSON for each time it was noted. */
export const auditHeadsFile = 'audit-heads.jsonl';

/** Where the log was known to end. */
export interface KnownHead extends AuditHead {
  /** How many restores of an older log were accepted before: a later one counts, though it ended earlier. */
  restores: number;
}

const lineShape = z.strictObject({
  at: z.string(),
  _id: z.number(),
  hash: z.string(),
  restores: z.number(),
  mac: z.string(),
});

/** Far more than the sites that share the file add at once. */
const tailBytes = 64 * 1024;

/** @throws AuditFault */
export async function readKnownHead(dataDir: string, key: KeyObject): Promise<KnownHead | undefined> {
  const lines = (await readTail(join(dataDir, auditHeadsFile))).split('\n').filter(Boolean);
  const heads = lines.flatMap((line) => parseLine(line, key) ?? []);
  if (lines.length > 0 && heads.length === 0)
    throw new AuditFault(`DATA_DIR/${auditHeadsFile} is of another log, or the key of the log was replaced.`);
  return latest(heads);
}

export function latest(heads: readonly (KnownHead | undefined)[]): KnownHead | undefined {
  return heads
    .filter((head) => head !== undefined)
    .sort((one, other) => one.restores - other.restores || one._id - other._id)
    .at(-1);
}

/** Adds where the log ends. Sites that share the folder may add at the same moment. */
export async function noteHead(
  dataDir: string,
  { _id, hash, restores }: KnownHead,
  key: KeyObject,
): Promise<void> {
  const head = { at: new Date().toISOString(), _id, hash, restores };
  const line = `${JSON.stringify({ ...head, mac: macOf(head, key) })}\n`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, auditHeadsFile), line, { flag: 'a', mode: 0o600, flush: true });
}

/** Why the audit log can't be trusted to go on, in a sentence. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault';
}

async function readTail(file: string): Promise<string> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(tailBytes), 0, tailBytes, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** @returns undefined for a line that a crash cut off, and for one that was not written under this key. */
function parseLine(line: string, key: KeyObject): KnownHead | undefined {
  try {
    const { mac, ...head } = lineShape.parse(JSON.parse(line));
    const expected = Buffer.from(macOf(head, key));
    const given = Buffer.from(mac);
    return given.length === expected.length && timingSafeEqual(given, expected) ? head : undefined;
  } catch {
    return undefined;
  }
}

function macOf({ at, _id, hash, restores }: KnownHead & { at: string }, key: KeyObject): string {
  // No entry has content that begins with a word.
  const content = JSON.stringify(['head', at, _id, hash, restores]);
  return createHmac('sha256', key).update(content).digest('hex');
}
