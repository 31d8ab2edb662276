import type { mongo } from 'mongoose';
import type { AuditEntry } from './audit-chain.ts';
import type { AuditAction } from './audit-kinds.ts';

/** The action of an entry which says that a call of staff, which is on record before it runs, was refused or failed. */
export const refusedCall = 'calls.refused';

export const refusedAction: AuditAction = {
  words: ['refused', 'Was refused'],
  area: 'Back office',
  page: undefined,
};

/** What such an entry says. */
export interface Refusal {
  call: string;
  /** The place of the call's own entry in the log. */
  entry: number;
  /** The code of the refusal; `failed` for an error of ours. */
  why: string;
}

/** Fewer entries are written than this while a call runs. */
const longestCall = 1_000;

/** @returns what finds the refusals of these calls, by an index and no further than they can be. */
export function refusalsOf(calls: readonly Pick<AuditEntry, '_id' | 'actor'>[]): mongo.Filter<AuditEntry> {
  return {
    $or: calls.map(({ _id, actor }) => ({
      actor,
      action: refusedCall,
      _id: { $gt: _id, $lte: _id + longestCall },
      'details.entry': _id,
    })),
  };
}

/** @returns why calls of staff were refused, by the places of their entries. */
export async function readRefusals(
  shown: readonly Pick<AuditEntry, '_id' | 'actor' | 'action'>[],
  entries: mongo.Collection<AuditEntry>,
): Promise<Map<number, Refusal['why']>> {
  const calls = shown.filter(({ actor, action }) => actor.startsWith('staff:') && action !== refusedCall);
  if (calls.length === 0) return new Map();
  const found = await entries.find(refusalsOf(calls)).toArray();
  return new Map(found.map(({ details }) => [Number(details?.entry), String(details?.why)]));
}
