import { trusted } from 'mongoose';
import type { Deps } from '../connect.ts';
import { DomainError } from '../domain-error.ts';
import { permanentFaults } from './mail-fault.ts';
import { messageModel } from './message.model.ts';

type Needs = Pick<Deps, 'portal' | 'outbox' | 'log'>;

/** Somebody is trying a leased letter at this moment: it would go out twice. */
const notLeased = (now: Date) => ({ leased_until: trusted({ $not: { $gt: now } }) });
const tryNow = (now: Date) => ({
  $set: { state: 'queued' as const, due_at: now },
  $unset: { dead_at: 1, given_up_by: 1 },
});

/**
 * Sends a letter at once that failed or was given up. A letter that has used up its attempts gets this one more.
 *
 * @throws DomainError `not-found` when it is gone or sent, `conflict` while it is being sent.
 */
export async function retryMail(id: string, { portal, outbox, log }: Needs): Promise<void> {
  const model = messageModel(portal);
  const now = new Date();
  const tried = await model
    .findOneAndUpdate(
      { _id: id, state: trusted({ $in: ['queued', 'dead'] }), ...notLeased(now) },
      tryNow(now),
    )
    .lean();
  if (!tried) throw await whyNot(id, { portal });
  log.info('mail tried again by hand', { kind: tried.kind });
  outbox.wake();
}

/** Does the same for every letter that may get through now: not for those that were refused for good or that staff gave up. */
export async function retryAllMail({ portal, outbox, log }: Needs): Promise<{ count: number }> {
  const now = new Date();
  const { modifiedCount } = await messageModel(portal).updateMany(
    {
      state: trusted({ $in: ['queued', 'dead'] }),
      fault: trusted({ $exists: true, $nin: permanentFaults }),
      given_up_by: trusted({ $exists: false }),
      ...notLeased(now),
    },
    tryNow(now),
  );
  log.info('mail tried again by hand', { count: modifiedCount });
  outbox.wake();
  return { count: modifiedCount };
}

/**
 * Stops trying to send a letter. It stays on the list for 90 days, and can be tried again until then.
 *
 * @throws DomainError `not-found` when it is gone or sent, `conflict` when it is being sent or was given up before.
 */
export async function giveUpMail(
  { id, staff }: { id: string; staff: string },
  { portal, log }: Pick<Needs, 'portal' | 'log'>,
): Promise<void> {
  const now = new Date();
  const ended = await messageModel(portal)
    .findOneAndUpdate(
      { _id: id, state: 'queued', ...notLeased(now) },
      { $set: { state: 'dead', dead_at: now, given_up_by: staff } },
    )
    .lean();
  if (!ended) throw await whyNot(id, { portal });
  log.info('mail given up by hand', { kind: ended.kind });
}

async function whyNot(id: string, { portal }: Pick<Needs, 'portal'>): Promise<DomainError> {
  const found = await messageModel(portal).findOne({ _id: id }, { state: 1 }).lean();
  if (!found || found.state === 'sent')
    return new DomainError('not-found', 'This mail has been sent, or is no longer there.');
  if (found.state === 'dead') return new DomainError('conflict', 'This mail has already been given up.');
  return new DomainError('conflict', 'This mail is being sent at this moment. Look again in a minute.');
}
