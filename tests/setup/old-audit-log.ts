import { createHash } from 'node:crypto';
import type { AuditEntry, AuditHead } from '../../api/platform/audit/audit-chain.ts';

/**
 * Links an entry as 1.0 did: by a hash without a key, which whoever owns the database can make.
 *
 * @returns it at the place after `before`.
 */
export function linkWithoutKey(
  entry: Omit<AuditEntry, '_id' | 'previous' | 'hash'>,
  before: AuditHead,
): AuditEntry {
  const { at, actor, action, subject, fields, details } = entry;
  const _id = before._id + 1;
  const content = JSON.stringify([
    ...[_id, at.toISOString(), actor, action, subject, before.hash],
    ...(fields || details ? [fields ?? null] : []),
    ...(details ? [details] : []),
  ]);
  const hash = createHash('sha256').update(content).digest('hex');
  const named = { ...(fields && { fields }), ...(details && { details }) };
  return { _id, at, actor, action, subject, ...named, previous: before.hash, hash };
}

/** @returns a log of these entries as 1.0 wrote it. */
export function linkAllWithoutKey(
  log: readonly Omit<AuditEntry, '_id' | 'previous' | 'hash'>[],
  before: AuditHead,
): AuditEntry[] {
  const linked: AuditEntry[] = [];
  for (const entry of log) linked.push(linkWithoutKey(entry, linked.at(-1) ?? before));
  return linked;
}
