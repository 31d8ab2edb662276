import type { Answers } from '@claimdesk/forms/definition';
import type { IntakeForm } from '@claimdesk/forms/intakes';
import { migrateAnswers } from '@claimdesk/forms/migrate';
import { getForm } from '@claimdesk/forms/registry';
import { type FilterQuery, type mongo, type Types, trusted } from 'mongoose';
import { findReferral, type Referral } from '#api/casework/referral.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { hashSecret, makeSecret } from '#api/platform/keys/fingerprint.ts';
import type { Lookup } from '#api/platform/keys/lookups.ts';
import { type Draft, draftDays, draftsCollection } from './draft.model.ts';

/** Without any answer, or begun while too many drafts were being begun, it is deleted after one day, */
const shortHours = 24;
/** and on a shared computer after two hours. Asking for a resume link or code extends either to 28 days. */
export const sharedHours = 2;

export interface Retention {
  shared: boolean;
  brief: boolean;
  /** It has an unused resume link or code. */
  resumable: boolean;
}

const defaultRetention: Retention = { shared: false, brief: false, resumable: false };

export interface OpenDraft extends Retention {
  /** Whether a draft is stored. */
  begun: boolean;
  /** When the stored draft last changed. */
  updatedAt: Date | undefined;
  answers: Answers;
  /** The attorney that the visitor asked about in the directory. */
  referral: Referral | undefined;
  /** Set once it is sent. */
  reference: string | undefined;
  /** Another browser took over the answers, so this one can no longer read or write them. */
  moved: boolean;
}

export const emptyDraft: OpenDraft = {
  ...defaultRetention,
  begun: false,
  updatedAt: undefined,
  answers: {},
  referral: undefined,
  reference: undefined,
  moved: false,
};

const wrongFormText =
  'Your browser sent us a cookie that belongs to another form. Delete the cookies of this site and start again, or call us.';

type Dependencies = Pick<Deps, 'portal' | 'keys'>;

/**
 * @param secret from the visitor's cookie.
 * @returns the answers so far, migrated to the current definition of the form; empty when there are none.
 */
export async function readDraft(
  secret: string,
  form: IntakeForm,
  { portal, keys }: Dependencies,
): Promise<OpenDraft> {
  const draft = await draftsCollection
    .model(portal)
    .findOne({ _id: hashSecret(secret), form, ...notExpired() })
    .lean<Draft>();
  if (!draft) return emptyDraft;
  const answers = migrateAnswers(getForm(form), draft.version, await decryptDraft(draft, keys));
  const { referral, reference, moved = false, shared = false, brief = false } = draft;
  const resumable = draft.resume !== undefined || draft.code !== undefined;
  const updatedAt = draft.updated_at;
  return { begun: true, updatedAt, answers, referral, reference, moved, shared, brief, resumable };
}

/**
 * Stores the answers so far and restarts the draft's lifetime.
 *
 * @param since writes only if the draft has not changed since then, so that an autosave never replaces newer answers.
 * @returns whether they were stored: a draft that another tab sent or another browser took over meanwhile stays empty.
 */
export async function writeDraft(
  secret: string,
  form: IntakeForm,
  answers: Answers,
  { portal, keys }: Dependencies,
  retention: Retention = defaultRetention,
  since?: Date,
): Promise<boolean> {
  const _id = hashSecret(secret);
  const drafts = draftsCollection.model(portal);
  try {
    const written = await drafts.updateOne(
      {
        _id,
        form,
        ...isOpen(),
        ...notExpired(),
        ...(since && { updated_at: since }),
      },
      {
        $set: {
          version: getForm(form).version,
          answers: await encryptDraft(_id, answers, keys),
          shared: retention.shared,
          brief: retention.brief,
          ...lifetime(hoursFor(retention, answers)),
        },
      },
      { upsert: since === undefined },
    );
    return written.matchedCount + written.upsertedCount > 0;
  } catch (error) {
    // Sent, moved or expired, so the upsert tried to insert a second draft with the same id; or two tabs began it at once.
    if (!isDuplicateKey(error)) throw error;
    const existing = await drafts
      .findOne({ _id, ...notExpired() }, { form: 1, reference: 1, moved: 1 })
      .lean<Draft>();
    if (!existing) {
      // Not left to MongoDB, which deletes it within a minute or two: until then every attempt would find it again.
      await draftsCollection.remove(portal, { _id: _id as never, expires_at: { $lte: new Date() } });
      return writeDraft(secret, form, answers, { portal, keys }, retention, since);
    }
    // Only a visitor who edits our cookies has one secret for two forms.
    if (existing.form !== form)
      throw new DomainError('bad-input', wrongFormText, { title: 'Please start again' });
    if (existing.reference || existing.moved) return false;
    return writeDraft(secret, form, answers, { portal, keys }, retention, since);
  }
}

/**
 * Stores with a draft the attorney that its visitor asks about, or removes it. It neither begins a draft nor extends its
 * lifetime.
 */
export async function storeReferral(
  secret: string,
  form: IntakeForm,
  referral: Referral | undefined,
  { portal }: Pick<Dependencies, 'portal'>,
): Promise<void> {
  await draftsCollection
    .model(portal)
    .updateOne(
      { _id: hashSecret(secret), form, ...isOpen() },
      referral ? { $set: { referral } } : { $unset: { referral: 1 } },
    );
}

/**
 * Applies what the first step of a form says about the attorney that its visitor asks about.
 *
 * @param posted the attorney's id in the post: empty for none, undefined if the post does not mention one.
 */
export async function applyReferral(
  { secret, form, posted }: { secret: string; form: IntakeForm; posted: string | undefined },
  previous: Referral | undefined,
  deps: Pick<Deps, 'portal' | 'payload'>,
): Promise<void> {
  // An unchanged referral stays even if the attorney is no longer listed.
  if (posted === undefined || posted === (previous?.attorneyId ?? '')) return;
  const referral = await findReferral(form, posted, deps);
  if (referral || posted === '') await storeReferral(secret, form, referral, deps);
}

/**
 * Begins a draft that no browser has yet, in the caller's transaction: whoever opens its resume link gets it.
 *
 * @returns its id, and the secret of the link.
 */
export async function beginInvited(
  { form, answers, invited }: { form: IntakeForm; answers: Answers; invited: Types.ObjectId },
  { portal, keys }: Dependencies,
  session: mongo.ClientSession,
): Promise<{ draft: string; link: string }> {
  const [_id, link] = [hashSecret(makeSecret()), makeSecret()];
  const row = {
    ...{ _id, form, invited },
    version: getForm(form).version,
    answers: await encryptDraft(_id, answers, keys),
    resume: hashSecret(link),
    ...lifetime(),
  };
  await draftsCollection.model(portal).create([row], { session });
  return { draft: _id, link };
}

/**
 * Empties a sent draft, in the transaction that stores the submission.
 *
 * @returns the id of the evaluation whose sender was invited to send it, if somebody was.
 */
export async function closeDraft(
  sent: { secret: string; form: string; reference: string; shared?: boolean },
  { portal, keys }: Dependencies,
  session: mongo.ClientSession,
): Promise<Types.ObjectId | undefined> {
  const { form, reference, shared = false } = sent;
  const _id = hashSecret(sent.secret);
  const $set = { reference, ...lifetime(shared ? sharedHours : undefined) };
  const before = await draftsCollection
    .model(portal)
    .findOneAndUpdate({ _id, form }, { $set, $unset: emptied }, { upsert: true, session })
    .lean<Draft>();
  await keys.forget(_id, session);
  return before?.invited;
}

export async function deleteDraft(secret: string, { portal }: Dependencies): Promise<void> {
  await draftsCollection.remove(portal, { _id: hashSecret(secret) as never });
}

/** @returns the secret of a new resume link for the draft; an older link stops working. */
export async function makeResumeSecret(
  secret: string,
  form: string,
  { portal }: Dependencies,
  session: mongo.ClientSession,
): Promise<string> {
  const resume = makeSecret();
  await draftsCollection
    .model(portal)
    .updateOne(
      { _id: hashSecret(secret), form },
      { $set: { resume: hashSecret(resume), ...lifetime() } },
      { session },
    );
  return resume;
}

/** Makes a draft resumable by a code; an older code stops working. */
export async function storeResumeCode(
  secret: string,
  form: string,
  code: Lookup[],
  { portal }: Dependencies,
): Promise<void> {
  await draftsCollection
    .model(portal)
    .updateOne({ _id: hashSecret(secret), form }, { $set: { code, ...lifetime() } });
}

/**
 * Moves a draft to the browser that opened its resume link or entered its code.
 *
 * Link and code work once, even for the visitor who asked for them, and using one invalidates the other. The browser
 * that had the draft loses it: a visitor who forwards a link must not read what the recipient types. An empty row stays
 * behind so that the first browser can explain what happened.
 *
 * @returns the new cookie's secret, or undefined when there is no such draft or it has expired.
 */
export async function resumeDraft(
  by: { link: string } | { code: FilterQuery<Draft> },
  form: string,
  { portal, keys }: Dependencies,
  shared = false,
): Promise<string | undefined> {
  const model = draftsCollection.model(portal);
  const filter = 'link' in by ? { resume: hashSecret(by.link) } : by.code;
  return inTransaction(portal, async (session) => {
    const found = await model.findOne({ ...filter, form, ...notExpired() }, null, { session }).lean<Draft>();
    if (!found) return undefined;
    // A concurrent resume writes the same row, so one of the two transactions retries and finds no draft.
    const $set = { moved: true, ...lifetime() };
    await model.updateOne({ _id: found._id }, { $set, $unset: emptied }, { session });
    await keys.forget(found._id, session);
    const secret = makeSecret();
    const _id = hashSecret(secret);
    // Encryption is bound to the draft's id, so the answers are re-encrypted for the new one.
    const answers = await encryptDraft(_id, await decryptDraft(found, keys), keys);
    const { version, referral, invited, reached } = found;
    const kept = {
      ...(version && { version }),
      ...(referral && { referral }),
      ...(invited && { invited }),
      ...(reached && { reached }),
    };
    const row = { _id, form, ...kept, answers, shared, ...lifetime(shared ? sharedHours : undefined) };
    await model.create([row], { session });
    return secret;
  });
}

/** What a draft has no more once it is sent or moved. */
const emptied = {
  answers: 1,
  referral: 1,
  invited: 1,
  resume: 1,
  code: 1,
  sending_until: 1,
  sending_wanted: 1,
} as const;

/** Neither sent nor moved. */
function isOpen() {
  return { reference: trusted({ $exists: false }), moved: trusted({ $exists: false }) };
}

/** MongoDB deletes expired drafts within a minute or two; until then they must already count as gone. */
function notExpired() {
  return { expires_at: trusted({ $gt: new Date() }) };
}

async function decryptDraft({ _id, answers }: Draft, keys: Dependencies['keys']): Promise<Answers> {
  if (answers === undefined) return {};
  return JSON.parse(draftsCollection.decrypt(await keys.of(_id), _id, 'answers', answers));
}

async function encryptDraft(_id: string, answers: Answers, keys: Dependencies['keys']): Promise<string> {
  return draftsCollection.encrypt(await keys.for(_id), _id, 'answers', JSON.stringify(answers));
}

function hoursFor({ shared, brief, resumable }: Retention, answers: Answers): number | undefined {
  if (resumable) return undefined;
  if (shared) return sharedHours;
  return brief || Object.keys(answers).length === 0 ? shortHours : undefined;
}

function lifetime(hours = draftDays * 24): { updated_at: Date; expires_at: Date } {
  const now = Date.now();
  return { updated_at: new Date(now), expires_at: new Date(now + hours * 60 * 60 * 1000) };
}
