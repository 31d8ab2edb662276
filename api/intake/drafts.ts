import type { Answers } from '@claimdesk/forms/definition';
import { migrateAnswers } from '@claimdesk/forms/migrate';
import { type FormName, getForm } from '@claimdesk/forms/registry';
import { type FilterQuery, mongo, trusted } from 'mongoose';
import type { Deps } from '../connect.ts';
import { DomainError } from '../domain-error.ts';
import { hashSecret, makeSecret } from '../keys/fingerprint.ts';
import type { Lookup } from '../keys/lookups.ts';
import { seal, unseal } from '../keys/seal.ts';
import { inTransaction } from '../transaction.ts';
import { type Draft, draftModel } from './draft.model.ts';

/** A draft that nobody goes on with is deleted after 28 days. */
export const draftDays = 28;

export interface OpenDraft {
  answers: Answers;
  /** Set once it was sent. */
  reference: string | undefined;
}

const otherForm =
  'Your browser sent us a cookie that belongs to another form. Delete the cookies of this site and start again, or call us.';

type Needs = Pick<Deps, 'portal' | 'keys'>;

/**
 * @param secret from the visitor's cookie.
 * @returns what was answered so far, as today's definition of the form asks for it; empty when nothing was answered.
 */
export async function readDraft(secret: string, form: FormName, { portal, keys }: Needs): Promise<OpenDraft> {
  const draft = await draftModel(portal)
    .findOne({ _id: hashSecret(secret), form, ...notOver() })
    .lean<Draft>();
  if (!draft) return { answers: {}, reference: undefined };
  const answers = migrateAnswers(getForm(form), draft.version, open(draft, keys));
  return { answers, reference: draft.reference };
}

/**
 * Keeps the answers so far and starts the draft's 28 days anew.
 *
 * @returns whether they are kept: a draft that was sent meanwhile, by another tab, stays empty.
 */
export async function writeDraft(
  secret: string,
  form: FormName,
  answers: Answers,
  { portal, keys }: Needs,
): Promise<boolean> {
  const _id = hashSecret(secret);
  const drafts = draftModel(portal);
  try {
    await drafts.updateOne(
      { _id, form, reference: trusted({ $exists: false }) },
      { $set: { version: getForm(form).version, answers: sealed(_id, answers, keys), ...life() } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    // Sent, so that MongoDB tried to begin another under the same id; or begun by two tabs in the same moment.
    const isThere = error instanceof mongo.MongoServerError && error.code === 11000;
    const there = isThere ? await drafts.findOne({ _id }, { form: 1, reference: 1 }).lean<Draft>() : null;
    if (!there) throw error;
    // Only who changes our cookies has one secret for two forms.
    if (there.form !== form) throw new DomainError('bad-input', otherForm, { title: 'Please start again' });
    return there.reference ? false : writeDraft(secret, form, answers, { portal, keys });
  }
}

/** Empties a draft that was sent, in the transaction that stored what was sent. */
export async function closeDraft(
  { secret, form, reference }: { secret: string; form: string; reference: string },
  { portal, keys }: Needs,
  session: mongo.ClientSession,
): Promise<void> {
  const _id = hashSecret(secret);
  await draftModel(portal).updateOne(
    { _id, form },
    {
      $set: { answers: sealed(_id, {}, keys), reference, ...life() },
      $unset: { resume: 1, code: 1, sending_until: 1 },
    },
    { upsert: true, session },
  );
}

/** Deletes a draft for good: the visitor asked for it. */
export async function deleteDraft(secret: string, { portal }: Needs): Promise<void> {
  await draftModel(portal).deleteOne({ _id: hashSecret(secret) });
}

/** @returns the secret of a new resume link for the draft; an older link stops working. */
export async function makeResumeSecret(
  secret: string,
  form: string,
  { portal }: Needs,
  session: mongo.ClientSession,
): Promise<string> {
  const resume = makeSecret();
  await draftModel(portal).updateOne(
    { _id: hashSecret(secret), form },
    { $set: { resume: hashSecret(resume), ...life() } },
    { session },
  );
  return resume;
}

/** Lets a draft be found by a code; an older code stops working. */
export async function keepResumeCode(
  secret: string,
  form: string,
  code: Lookup[],
  { portal }: Needs,
): Promise<void> {
  await draftModel(portal).updateOne({ _id: hashSecret(secret), form }, { $set: { code, ...life() } });
}

/**
 * Moves a draft to the browser that opened its resume link or gave its code, which works on until the draft is sent
 * or its days are over.
 *
 * Whichever is used ends the other: who mails somebody a link to a draft of their own can't come back with its code for
 * what was typed there.
 *
 * @returns the new cookie's secret, or undefined when there is no such draft or it is over.
 */
export async function resumeDraft(
  by: { link: string } | { code: FilterQuery<Draft> },
  form: string,
  { portal, keys }: Needs,
): Promise<string | undefined> {
  const model = draftModel(portal);
  const filter = 'link' in by ? { resume: hashSecret(by.link) } : by.code;
  return inTransaction(portal, async (session) => {
    const found = await model.findOneAndDelete({ ...filter, form, ...notOver() }, { session }).lean<Draft>();
    if (!found) return undefined;
    const secret = makeSecret();
    const _id = hashSecret(secret);
    // Sealed answers open under their own id only, so they are sealed anew for the new one.
    const answers = sealed(_id, open(found, keys), keys);
    const { resume, code, ...rest } = found;
    const way = 'link' in by ? { resume } : { code };
    await model.create([{ ...rest, ...way, _id, answers, ...life() }], { session });
    return secret;
  });
}

/** MongoDB deletes what is over within a minute or two; until then it counts as gone already. */
function notOver() {
  return { expires_at: trusted({ $gt: new Date() }) };
}

function open(draft: Draft, keys: Needs['keys']): Answers {
  return JSON.parse(unseal(keys.fields, draft.answers, place(draft._id)));
}

function sealed(_id: string, answers: Answers, keys: Needs['keys']): string {
  return seal(keys.fields, JSON.stringify(answers), place(_id));
}

function place(document: string) {
  return { collection: 'drafts', field: 'answers', document };
}

function life(): { updated_at: Date; expires_at: Date } {
  const now = Date.now();
  return { updated_at: new Date(now), expires_at: new Date(now + draftDays * 24 * 60 * 60 * 1000) };
}
