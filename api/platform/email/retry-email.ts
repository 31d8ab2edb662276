import { trusted } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { permanentFaults } from './email-fault.ts';
import { outboxCollection } from './outbox-row.model.ts';

type Dependencies = Pick<Deps, 'portal' | 'log'>;

/** A leased email is being sent right now: retrying it would send it twice. */
const notLeased = (now: Date) => ({ leased_until: trusted({ $not: { $gt: now } }) });
const retryNow = (now: Date) => ({
  $set: { state: 'queued' as const, due_at: now },
  $unset: { dead_at: 1, given_up_by: 1 },
});

/**
 * Retries a failed or abandoned email now. An email that has used up its attempts gets one more.
 *
 * @throws DomainError `not-found` when it is gone or sent, `conflict` while it is being sent.
 */
export async function retryEmail(id: string, { portal, log }: Dependencies): Promise<void> {
  const model = outboxCollection.model(portal);
  const now = new Date();
  const retried = await model
    .findOneAndUpdate(
      { _id: id, state: trusted({ $in: ['queued', 'dead'] }), ...notLeased(now) },
      retryNow(now),
    )
    .lean();
  if (!retried) throw await explainRefusal(id, { portal });
  log.info('email retried by staff', { kind: retried.kind });
}

/** Retries every failed email that may succeed now: not those that were refused permanently or that staff abandoned. */
export async function retryAllEmails({ portal, log }: Dependencies): Promise<{ count: number }> {
  const now = new Date();
  const { modifiedCount } = await outboxCollection.model(portal).updateMany(
    {
      state: trusted({ $in: ['queued', 'dead'] }),
      fault: trusted({ $exists: true, $nin: permanentFaults }),
      given_up_by: trusted({ $exists: false }),
      ...notLeased(now),
    },
    retryNow(now),
  );
  log.info('email retried by staff', { count: modifiedCount });
  return { count: modifiedCount };
}

/**
 * Stops retrying an email. It stays on the list for 90 days and can be retried until then.
 *
 * @throws DomainError `not-found` when it is gone or sent, `conflict` when it is being sent or was abandoned before.
 */
export async function abandonEmail(
  { id, staff }: { id: string; staff: string },
  { portal, log }: Pick<Dependencies, 'portal' | 'log'>,
): Promise<void> {
  const now = new Date();
  const abandoned = await outboxCollection
    .model(portal)
    .findOneAndUpdate(
      { _id: id, state: 'queued', ...notLeased(now) },
      { $set: { state: 'dead', dead_at: now, given_up_by: staff } },
    )
    .lean();
  if (!abandoned) throw await explainRefusal(id, { portal });
  log.info('email abandoned by staff', { kind: abandoned.kind });
}

async function explainRefusal(id: string, { portal }: Pick<Dependencies, 'portal'>): Promise<DomainError> {
  const found = await outboxCollection.model(portal).findOne({ _id: id }, { state: 1 }).lean();
  if (!found || found.state === 'sent' || found.state === 'withheld')
    return new DomainError('not-found', 'This mail has been sent, or is no longer there.');
  if (found.state === 'dead') return new DomainError('conflict', 'This mail has already been given up.');
  return new DomainError('conflict', 'This mail is being sent at this moment. Look again in a minute.');
}
