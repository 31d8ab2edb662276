import { easternToday } from '@claimdesk/forms/eastern-time';
import { Types } from 'mongoose';
import { readAccount } from '#api/accounts/clients/client-account.ts';
import { recordEvent } from '#api/accounts/clients/events.ts';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { openMatterOf } from '#api/casework/matters/client-matters.ts';
import { enterClaim } from '#api/casework/matters/enter-claim.ts';
import { readCalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { readFederalClosings } from '#api/content/read-site.ts';
import { changedFields } from '#api/platform/audit/audit-chain.ts';
import { changeRecorder } from '#api/platform/audit/audit-log.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import { type ClaimNews, claimNews, newsEmail } from './claim-news.ts';
import type { ClaimStepName } from './claim-steps.ts';
import {
  type ClaimDate,
  type ClaimUpdate,
  claimEvent,
  claimUpdatesCollection,
} from './claim-update.model.ts';
import { presentUpdate, type ShownClaim } from './list-claim-updates.ts';

type Reading = Pick<Deps, 'portal' | 'keys' | 'log'>;
type Dependencies = Reading & Pick<Deps, 'settings' | 'readFirm' | 'audit' | 'payload' | 'content'>;

type TypedDate = Pick<ClaimDate, 'day' | 'time'> & { kind: ClaimDate['kind'] | '' };

interface SetClaim {
  /** The id of the client. */
  id: string;
  /** The version that staff saw; 0 if there was none. */
  version: number;
  step: ClaimStepName;
  /** Blank while the step stays: its day stays too. */
  since: string;
  needed: string;
  note: string;
  /** '' where nobody said what happens then, or on which day: refused. */
  next: TypedDate | null;
  key: string;
  /** The id of the staff account. */
  staff: string;
}

/**
 * Stores an update of a client's claim, and notifies a confirmed client by email.
 *
 * @returns whether an email is sent. @throws DomainError `not-found`; `bad-input` with a message for each field; `conflict` when
 * another update was stored meanwhile.
 */
export async function setClaim(set: SetClaim, deps: Dependencies): Promise<ClaimNews> {
  const { portal, keys } = deps;
  const next = readDays(set);
  const account = await readAccount({ id: set.id }, deps);
  const email = await newsEmail(account, deps);
  const counting = { ...deps, closings: await readFederalClosings(deps) };
  const recordChange = changeRecorder(deps.audit, {
    actor: `staff:${set.staff}`,
    action: 'clients.claimChanged',
    subject: set.id,
  });
  // In a transaction of its own, since the key that it is encrypted under has to be read by the next.
  const matter = await inTransaction(portal, (session) => openMatterOf(set.id, counting, session));
  const added = await inTransaction(portal, async (session) => {
    await readAccount({ id: set.id }, deps, session);
    const newest = await claimUpdatesCollection
      .model(portal)
      .findOne({ client_id: set.id })
      .sort({ version: -1 })
      .session(session)
      .lean<ClaimUpdate>();
    if (newest?.key === set.key) return false;
    if ((newest?.version ?? 0) !== set.version) throw await changedMeanwhile(newest, deps);
    const since = set.since || sinceOf(set.step, newest);
    const ring = await keys.for(set.id);
    const shown = newest && presentUpdate(newest, ring, new Map(), deps);
    const before = shown ? fieldsOf(shown) : {};
    await recordChange(changedFields(before, fieldsOf({ ...set, since, next })));
    const row = rowOf({ ...set, since, next }, ring);
    await claimUpdatesCollection.model(portal).create([row], { session });
    await recordEvent(claimEvent(row), deps, session);
    const { _id, step, staff, at } = row;
    const [needed, note] = [set.needed || null, set.note || null];
    const entered = { matter, _id, step, since, needed, note, staff, at, next };
    await enterClaim(entered, shown?.next ?? null, counting, session);
    if (email) await enqueue(email, { portal, keys, session });
    return true;
  });
  if (added) deps.log.info('claim set', { staff: set.staff });
  return claimNews(account, email?.to ?? null);
}

/** @returns the non-empty values, so that null and an empty text compare as equal. */
function fieldsOf({ step, since, needed, note, next }: Pick<ShownClaim, ClaimField>) {
  const set = Object.entries({ step, since, needed, note, next }).filter(([, value]) => value);
  return Object.fromEntries(set);
}

type ClaimField = 'step' | 'since' | 'needed' | 'note' | 'next';

/** @returns the next date. @throws DomainError `bad-input` with a message for each field. */
function readDays({ since, next }: SetClaim): ClaimDate | null {
  const today = easternToday();
  const fields: Record<string, string> = {};
  const began = readCalendarDate(since);
  if (since !== '' && !began) fields.since = 'Enter the day as a date';
  else if (began && began > today) fields.since = 'Enter a day that is not in the future';
  if (next) {
    const day = readCalendarDate(next.day);
    if (next.kind === '') fields.next_kind = 'Choose what happens then, or clear the day and the time';
    else if (!day) fields.next_day = 'Enter the day as a date';
    else if (day < today) fields.next_day = 'Enter a day that is not over, or choose no date';
  }
  const [first] = Object.values(fields);
  if (first) throw new DomainError('bad-input', first, { fields });
  return next && { ...next, kind: next.kind as ClaimDate['kind'] };
}

/** @returns the day on which the claim's step began. @throws DomainError `bad-input` when the step is another one now. */
function sinceOf(step: ClaimStepName, newest: ClaimUpdate | null): string {
  if (newest?.step === step) return newest.since;
  const text = 'Enter the day this step began';
  throw new DomainError('bad-input', text, { fields: { since: text } });
}

async function changedMeanwhile(
  newest: ClaimUpdate | null,
  deps: Pick<Deps, 'portal'>,
): Promise<DomainError> {
  const who = newest && (await readStaffNames([newest.staff], deps.portal)).get(newest.staff);
  return new DomainError(
    'conflict',
    `${who ?? 'Somebody'} has changed the claim meanwhile. Nothing of yours was saved.`,
  );
}

/** @returns the row of an update, as the version after the one that was seen. */
function rowOf(set: SetClaim & { next: ClaimDate | null }, ring: KeyRing): ClaimUpdate {
  const { id, version, step, since, needed, note, next, key, staff } = set;
  const _id = new Types.ObjectId();
  const secret = (field: 'needed' | 'note' | 'next', text: string) =>
    text === '' ? null : claimUpdatesCollection.encrypt(ring, _id, field, text);
  return {
    _id,
    client_id: id,
    version: version + 1,
    step,
    since,
    needed: secret('needed', needed),
    note: secret('note', note),
    next: secret('next', next ? JSON.stringify(next) : ''),
    key,
    staff,
    at: new Date(),
  };
}
