import { unreadable } from '@claimdesk/forms/answers';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { type Connection, type Model, Schema, Types, trusted } from 'mongoose';
import { listEndedClients } from '#api/accounts/clients/client.model.ts';
import { type ClientAccount, readAccount } from '#api/accounts/clients/client-account.ts';
import { readStaffNames } from '#api/accounts/staff/staff.model.ts';
import { knownEmail } from '#api/casework/clients/known-email.ts';
import { readCalendarDate } from '#api/content/deadlines/calendar-date.ts';
import { changedFields } from '#api/platform/audit/audit-chain.ts';
import { changeRecorder } from '#api/platform/audit/audit-log.ts';
import { afterCursor } from '#api/platform/database/cursor.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { writeEmail } from '#api/platform/email/write-email.ts';
import { decryptOrUnreadable, encrypt } from '#api/platform/keys/encrypt.ts';
import { type ClaimDateKind, type ClaimStepName, claimStepNames } from './claim-steps.ts';

/** An update of a client's claim by staff. Rows are only added: the newest is the current status, the others are its history. */
export interface ClaimUpdate {
  _id: Types.ObjectId;
  client_id: string;
  /** Starts at 1 per client, without gaps. */
  version: number;
  step: ClaimStepName;
  /** Day on which the step began, `YYYY-MM-DD`, Eastern. */
  since: string;
  /** What we need from the client, encrypted; null for nothing. */
  needed: string | null;
  /** Encrypted; null for none. */
  note: string | null;
  /** The next date, encrypted JSON of a `ClaimDate`; null for none. */
  next: string | null;
  /** Idempotency key. */
  key: string;
  /** The id of a staff account. */
  staff: string;
  at: Date;
}

/** A date in a claim. */
export interface ClaimDate {
  kind: ClaimDateKind;
  /** `YYYY-MM-DD`, Eastern. */
  day: string;
  /** `HH:MM`, 24-hour clock, Eastern; null for the whole day. */
  time: string | null;
}

/** An update as shown to staff and clients. Text that can't be decrypted reads `unreadable`; such a date is left out. */
export interface ShownClaim {
  id: string;
  version: number;
  step: ClaimStepName;
  since: string;
  needed: string | null;
  note: string | null;
  next: ClaimDate | null;
  /** Name of the staff account; null once it was deleted. For staff only. */
  who: string | null;
  /** ISO 8601 */
  at: string;
}

export const claimUpdatesCollection = 'claim_updates';

/** No real client has more, and a longer page would be unusable. */
const mostShown = 50;

const schema = new Schema<ClaimUpdate>(
  {
    client_id: { type: String, required: true },
    version: { type: Number, required: true },
    step: { type: String, enum: claimStepNames, required: true },
    since: { type: String, required: true },
    needed: { type: String, default: null },
    note: { type: String, default: null },
    next: { type: String, default: null },
    key: { type: String, required: true },
    staff: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: claimUpdatesCollection, strict: 'throw', versionKey: false },
)
  .index({ client_id: 1, version: -1 }, { unique: true })
  .index({ client_id: 1, at: -1, _id: -1 });

export function claimUpdateModel(portal: Connection): Model<ClaimUpdate> {
  return portal.models.ClaimUpdate ?? portal.model<ClaimUpdate>('ClaimUpdate', schema);
}

export async function prepareClaimUpdates(portal: Connection): Promise<void> {
  const model = claimUpdateModel(portal);
  await model.createCollection();
  await model.createIndexes();
}

type Reading = Pick<Deps, 'portal' | 'keys' | 'log'>;
type Dependencies = Reading & Pick<Deps, 'settings' | 'readFirm' | 'outbox' | 'audit'>;

interface SetClaim {
  /** The id of the client. */
  id: string;
  /** The version that staff saw; 0 if there was none. */
  version: number;
  step: ClaimStepName;
  since: string;
  needed: string;
  note: string;
  next: ClaimDate | null;
  key: string;
  /** The id of the staff account. */
  staff: string;
}

/**
 * How a client is notified of an update. `no-address` and `unconfirmed` clients get no email, and unconfirmed ones don't see the
 * update either.
 */
export type ClaimNews = 'email' | 'no-address' | 'unconfirmed';

/**
 * Stores an update of a client's claim, and notifies a confirmed client by email.
 *
 * @returns whether an email is sent. @throws DomainError `not-found`; `bad-input` with a message for each field; `conflict` when
 * another update was stored meanwhile.
 */
export async function setClaim(set: SetClaim, deps: Dependencies): Promise<ClaimNews> {
  const { portal, keys } = deps;
  requireDays(set);
  const account = await readAccount({ id: set.id }, deps);
  const email = await newsEmail(account, deps);
  const recordChange = changeRecorder(deps.audit, {
    actor: `staff:${set.staff}`,
    action: 'clients.claimChanged',
    subject: set.id,
  });
  const added = await inTransaction(portal, async (session) => {
    await readAccount({ id: set.id }, deps, session);
    const newest = await claimUpdateModel(portal)
      .findOne({ client_id: set.id })
      .sort({ version: -1 })
      .session(session)
      .lean<ClaimUpdate>();
    if (newest?.key === set.key) return false;
    if ((newest?.version ?? 0) !== set.version) throw await changedMeanwhile(newest, deps);
    const before = newest ? fieldsOf(presentUpdate(newest, new Map(), deps)) : {};
    await recordChange(changedFields(before, fieldsOf(set)));
    await claimUpdateModel(portal).create([rowOf(set, deps)], { session });
    if (email) await enqueue(email, { portal, ring: keys.fields, session });
    return true;
  });
  if (added) {
    deps.outbox.wake();
    deps.log.info('claim set', { staff: set.staff });
  }
  return claimNews(account, email?.to ?? null);
}

/** @returns how the client would be notified of an update now. */
export async function readClaimNews(account: ClientAccount, deps: Reading): Promise<ClaimNews> {
  return claimNews(account, await knownEmail(account, deps));
}

function claimNews({ confirmBy }: ClientAccount, email: string | null): ClaimNews {
  if (confirmBy !== null) return 'unconfirmed';
  return email === null ? 'no-address' : 'email';
}

/** @returns the values to compare, where null equals an empty text. */
function fieldsOf({ step, since, needed, note, next }: Pick<ShownClaim, ClaimField>) {
  const set = Object.entries({ step, since, needed, note, next }).filter(([, value]) => value);
  return Object.fromEntries(set);
}

type ClaimField = 'step' | 'since' | 'needed' | 'note' | 'next';

function requireDays({ since, next }: SetClaim): void {
  const today = easternToday();
  const fields: Record<string, string> = {};
  const began = readCalendarDate(since);
  if (!began) fields.since = 'Enter the day as a date';
  else if (began > today) fields.since = 'Enter a day that is not in the future';
  if (next) {
    const day = readCalendarDate(next.day);
    if (!day) fields['next-day'] = 'Enter the day as a date';
    else if (day < today) fields['next-day'] = 'Enter a day that is not over, or choose no date';
  }
  const [first] = Object.values(fields);
  if (first) throw new DomainError('bad-input', first, { fields });
}

async function changedMeanwhile(
  newest: ClaimUpdate | null,
  deps: Pick<Deps, 'portal'>,
): Promise<DomainError> {
  const who = newest && (await readStaffNames([newest.staff], deps.portal)).get(newest.staff);
  return new DomainError(
    'conflict',
    `${who ?? 'Somebody'} has changed the claim meanwhile. Nothing of yours was saved. Close this dialog, read what the page says now, and change it again.`,
  );
}

function rowOf(set: SetClaim, { keys }: Pick<Deps, 'keys'>): ClaimUpdate {
  const { id, version, step, since, needed, note, next, key, staff } = set;
  const _id = new Types.ObjectId();
  const secret = (field: EncryptedField, text: string) =>
    text === '' ? null : encrypt(keys.fields, text, addressOf(_id, field));
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

/** The email says nothing about the claim, since other people may read the client's mail. @returns null if no address is known. */
async function newsEmail(account: ClientAccount, deps: Dependencies) {
  const to = await knownEmail(account, deps);
  if (to === null) return null;
  const written = writeEmail({
    firm: await deps.readFirm(),
    subject: 'There is news about your claim',
    heading: 'There is news about your claim',
    paragraphs: ['Log in to read it.', 'We never ask for your Social Security number or your PIN by email.'],
    action: { label: 'Where is my claim', url: `${deps.settings.PUBLIC_URL}/client-portal/claim` },
  });
  return { kind: 'claim-news' as const, to, ...written };
}

/** @returns the updates of a client's claim, newest first, at most 50. */
export async function listClaimUpdates(
  { id, cursor = null, limit = mostShown }: { id: string; cursor?: string | null; limit?: number },
  deps: Reading,
): Promise<ShownClaim[]> {
  const found = await claimUpdateModel(deps.portal)
    .find({ client_id: id, ...(cursor ? afterCursor('at', cursor) : {}) })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<ClaimUpdate[]>();
  const names = await readStaffNames(
    found.map(({ staff }) => staff),
    deps.portal,
  );
  return found.map((row) => presentUpdate(row, names, deps));
}

/** For staff. @returns as `listClaimUpdates`. @throws DomainError `not-found`. */
export async function readClaimHistory({ id }: { id: string }, deps: Reading): Promise<ShownClaim[]> {
  await readAccount({ id }, deps);
  return listClaimUpdates({ id }, deps);
}

function presentUpdate(row: ClaimUpdate, names: Map<string, string>, deps: Reading): ShownClaim {
  const { _id, version, step, since, staff, at } = row;
  const open = (field: EncryptedField) => {
    const encrypted = row[field];
    return encrypted === null ? null : decryptOrUnreadable(encrypted, addressOf(_id, field), deps);
  };
  const next = open('next');
  return {
    id: _id.toHexString(),
    version,
    step,
    since,
    needed: open('needed'),
    note: open('note'),
    next: next === null || next === unreadable ? null : (JSON.parse(next) as ClaimDate),
    who: names.get(staff) ?? null,
    at: at.toISOString(),
  };
}

type EncryptedField = 'needed' | 'note' | 'next';

function addressOf(_id: Types.ObjectId, field: EncryptedField) {
  return { collection: claimUpdatesCollection, field, document: _id.toHexString() };
}

/** Deletes the updates of clients whose account has ended. @returns how many rows. */
export async function purgeClaimUpdates({ portal }: Pick<Deps, 'portal'>): Promise<number> {
  const ended = await listEndedClients(claimUpdatesCollection, portal);
  const { deletedCount } = await claimUpdateModel(portal).deleteMany({ client_id: trusted({ $in: ended }) });
  return deletedCount;
}
