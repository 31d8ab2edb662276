import type { Connection } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import { type Message, outboxCollection } from '#api/platform/email/outbox-row.model.ts';
import type { Rejection, Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

/** How a submission was rejected, as staff see it. */
export interface ShownRejection {
  reason: string | null;
  /** Null where none went out; `at` in ISO 8601 is when it did or will. */
  letter: { state: 'waits' | 'sent' | 'failed'; at: string } | null;
}

/** @returns null for a submission that is not rejected, or was by an earlier version. */
export async function showRejection(
  { collection }: SubmissionKind,
  { _id, status, rejection }: Submission,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<ShownRejection | null> {
  if (status !== 'rejected' || !rejection) return null;
  const { reason, letter, until } = rejection;
  return {
    reason:
      reason === undefined
        ? null
        : collection.read(await deps.keys.of(_id), _id, 'rejection.reason', reason, deps),
    letter: letter ? await letterState(letter, until, deps.portal) : null,
  };
}

async function letterState(
  letter: NonNullable<Rejection['letter']>,
  until: Date,
  portal: Connection,
): Promise<NonNullable<ShownRejection['letter']>> {
  const row = await outboxCollection
    .model(portal)
    .findOne({ _id: letter }, { state: 1, sent_at: 1, dead_at: 1 })
    .lean<Pick<Message, 'state' | 'sent_at' | 'dead_at'>>();
  if (row?.state === 'queued') return { state: 'waits', at: until.toISOString() };
  if (row?.dead_at) return { state: 'failed', at: row.dead_at.toISOString() };
  // The outbox forgets what it has sent.
  return { state: 'sent', at: (row?.sent_at ?? until).toISOString() };
}
