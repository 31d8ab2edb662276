import { type mongo, Types } from 'mongoose';
import { recordChange } from '#api/accounts/clients/access-changes.ts';
import { clientsCollection, confirmBy } from '#api/accounts/clients/client.model.ts';
import { type ClientAccount, readAccount } from '#api/accounts/clients/client-account.ts';
import { recordEvent } from '#api/accounts/clients/events.ts';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { markWaiting } from '#api/casework/clients/mark-waiting.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import {
  type AgencyNotice,
  agencyNoticesCollection,
  type EarlyReason,
  madeEvent,
  type NoticeWay,
  sentEvent,
} from './agency-notice.model.ts';

/** A notice as its client reads it. */
export interface NoticeState {
  /** `waiting`: the account is not confirmed yet, so nothing is reported; `held`: the account is new, until `heldUntil`. */
  state: 'waiting' | 'held' | 'telling' | 'sent';
  /** ISO 8601 */
  madeAt: string;
  /** ISO 8601; null unless it is held. */
  heldUntil: string | null;
  /** ISO 8601; null until it is sent. */
  sentAt: string | null;
  how: NoticeWay | null;
}

/** Why a notice should wait: `unverified`: the account is not confirmed. `young`: the account or its PIN is new, until then (ISO 8601). */
export type Held = { why: 'unverified' } | { why: 'young'; until: string };

/** A notice as staff read it. */
export interface ShownNotice {
  id: string;
  /** ISO 8601 */
  madeAt: string;
  /** ISO 8601; null until it is sent. */
  sentAt: string | null;
  how: NoticeWay | null;
  /** How the sender knew that the change was the client's, where it was held; null otherwise. */
  early: EarlyReason | null;
  /** Who sent it; null until then, and once that account was deleted. */
  who: string | null;
  /** Why it should wait; null if it can be sent, and once it is sent. */
  held: Held | null;
}

/** An attacker changes the address first: this is how long the owner has to notice and call. */
const youngMs = 72 * 60 * 60 * 1000;

const mostShown = 20;
const mostCounted = 1_000;

/** Makes the task, or brings the open one up to date, in the transaction that saves the address. */
export async function orderNotice(
  { client, address, revision }: { client: string; address: Types.ObjectId; revision: number },
  deps: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession,
): Promise<void> {
  const notice = await agencyNoticesCollection
    .model(deps.portal)
    .findOneAndUpdate(
      { client_id: client, sent_at: null },
      { $set: { address, revision, made_at: new Date() } },
      { upsert: true, returnDocument: 'after', session },
    )
    .lean<AgencyNotice>();
  await recordEvent(madeEvent(notice), deps, session);
  await markWaiting(client, deps, session);
}

/** @returns the newest notice of a client, or null where the address was never saved. */
export async function readNotice(
  client: string,
  { portal }: Pick<Deps, 'portal'>,
): Promise<NoticeState | null> {
  const [notice, hold] = await Promise.all([
    agencyNoticesCollection
      .model(portal)
      .findOne({ client_id: client })
      .sort({ made_at: -1, _id: -1 })
      .lean<AgencyNotice>(),
    readHold(client, { portal }),
  ]);
  if (!notice) return null;
  const held = notice.sent_at ? null : hold;
  return {
    state: notice.sent_at ? 'sent' : held ? stateWhile[held.why] : 'telling',
    madeAt: notice.made_at.toISOString(),
    heldUntil: held?.why === 'young' ? held.until : null,
    sentAt: notice.sent_at?.toISOString() ?? null,
    how: notice.how ?? null,
  };
}

const stateWhile = { unverified: 'waiting', young: 'held' } as const;

/** @returns why a notice of this client should wait, as `whyHeld`. */
async function readHold(client: string, { portal }: Pick<Deps, 'portal'>): Promise<Held | null> {
  const account = await clientsCollection
    .model(portal)
    .findOne({ _id: client }, { identity_status: 1, created_at: 1, pin_set_at: 1 })
    .lean();
  if (!account) return { why: 'unverified' };
  const { created_at, pin_set_at = created_at } = account;
  return whyHeld({ confirmBy: confirmBy(account), registeredAt: created_at, pinSetAt: pin_set_at });
}

/** @returns why a notice of this account should wait; null where nothing speaks against telling it. */
export function whyHeld({
  confirmBy,
  registeredAt,
  pinSetAt,
}: Pick<ClientAccount, 'confirmBy' | 'registeredAt' | 'pinSetAt'>): Held | null {
  if (confirmBy !== null) return { why: 'unverified' };
  const until = new Date(Math.max(registeredAt.getTime(), pinSetAt.getTime()) + youngMs);
  return until > new Date() ? { why: 'young', until: until.toISOString() } : null;
}

/** @returns a client's notices for staff, newest first. */
export async function listNotices(
  { id }: { id: string },
  deps: Pick<Deps, 'portal'>,
): Promise<ShownNotice[]> {
  const [rows, hold] = await Promise.all([
    agencyNoticesCollection
      .model(deps.portal)
      .find({ client_id: id })
      .sort({ made_at: -1, _id: -1 })
      .limit(mostShown)
      .lean<AgencyNotice[]>(),
    readHold(id, deps),
  ]);
  const names = await readStaffNames(
    rows.flatMap(({ staff }) => staff ?? []),
    deps.portal,
  );
  return rows.map(({ _id, made_at, sent_at, how, early, staff }) => ({
    id: _id.toHexString(),
    madeAt: made_at.toISOString(),
    sentAt: sent_at?.toISOString() ?? null,
    how: how ?? null,
    early: early ?? null,
    who: (staff && names.get(staff)) ?? null,
    held: sent_at ? null : hold,
  }));
}

/** @returns how many notices are open, counted up to 1,000. */
export async function countNotices({
  portal,
}: Pick<Deps, 'portal'>): Promise<{ count: number; more: boolean }> {
  const count = await agencyNoticesCollection
    .model(portal)
    .countDocuments({ sent_at: null })
    .limit(mostCounted + 1);
  return { count: Math.min(count, mostCounted), more: count > mostCounted };
}

interface SentNotice {
  /** The client's. */
  id: string;
  notice: string;
  /** As the notice was shown: a newer address needs another notice. */
  madeAt: string;
  how: NoticeWay;
  /** How staff know that the change is the client's, where the notice is held. */
  early?: EarlyReason | undefined;
  staff: string;
}

/**
 * Records that the agency was notified.
 *
 * @throws DomainError `not-found`; `bad-input` when the notice is held and `early` is missing; `conflict` when the address
 * changed in the meantime, or a colleague was first.
 */
export async function markNoticeSent(
  { id, notice, madeAt, how, early, staff }: SentNotice,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<void> {
  const { portal, log } = deps;
  const model = agencyNoticesCollection.model(portal);
  const found = await model.findOne({ _id: new Types.ObjectId(notice), client_id: id }).lean<AgencyNotice>();
  if (!found) throw new DomainError('not-found', 'This notice was not found.');
  const isShown = found.sent_at === null && found.made_at.toISOString() === new Date(madeAt).toISOString();
  const isHeld = isShown && (await readHold(id, { portal })) !== null;
  if (isHeld && !early)
    throw new DomainError('bad-input', 'This notice is held. Nothing was marked.', {
      fields: { early: 'Say how you know that the change is the client’s' },
    });
  const isSent = await inTransaction(portal, async (session) => {
    const sent = { sent_at: new Date(), how, staff, ...(isHeld && { early }) };
    const { matchedCount } = await model.updateOne(
      { _id: found._id, sent_at: null, made_at: new Date(madeAt) },
      { $set: sent },
      { session },
    );
    if (matchedCount === 0) return false;
    await recordEvent(sentEvent({ ...found, ...sent }), deps, session);
    await markWaiting(id, deps, session);
    return true;
  });
  if (!isSent)
    throw new DomainError(
      'conflict',
      found.sent_at
        ? 'Somebody has marked this notice as sent already.'
        : 'The client has changed the address again. Tell Social Security about the one that is shown now.',
    );
  log.info('agency notice sent', { staff });
}

interface UnsentNotice {
  /** The client's. */
  id: string;
  notice: string;
  /** As the notice was shown. */
  sentAt: string;
  reason: string;
  staff: string;
}

/**
 * Takes back that the agency was notified, so that the task is open again. The reason is recorded with the account.
 *
 * @throws DomainError `not-found`; `conflict` when the notice is no longer the newest, or not marked as it was shown.
 */
export async function unmarkNoticeSent(
  { id, notice, sentAt, reason, staff }: UnsentNotice,
  deps: Pick<Deps, 'portal' | 'keys' | 'log'>,
): Promise<void> {
  const { portal } = deps;
  await inTransaction(portal, async (session) => {
    const account = await readAccount({ id }, deps, session);
    const model = agencyNoticesCollection.model(portal);
    const newest = await model
      .findOne({ client_id: id }, null, { session })
      .sort({ made_at: -1, _id: -1 })
      .lean<AgencyNotice>();
    if (newest?._id.toHexString() !== notice || newest.sent_at?.toISOString() !== sentAt)
      throw new DomainError('conflict', 'This notice has changed meanwhile. Read what the page says now.');
    await model.updateOne(
      { _id: newest._id },
      { $set: { sent_at: null }, $unset: { how: 1, early: 1, staff: 1 } },
      { session },
    );
    await recordChange('notice-unmarked', { reason, staff }, account, deps, session);
    await markWaiting(id, { portal }, session);
  });
  deps.log.info('agency notice unmarked', { staff });
}
