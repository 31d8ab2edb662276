import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { mongo, Types } from 'mongoose';
import type { Deps } from '../connect.ts';
import { readFirm } from '../content/read-site.ts';
import { keepDefinition } from '../definitions/keep-definition.ts';
import { DomainError } from '../domain-error.ts';
import { underFreeReference } from '../intake/free-reference.ts';
import { sealAnswers } from '../keys/sealed-answers.ts';
import { enqueue, type Letter } from '../outbox/enqueue.ts';
import type { Firm } from '../outbox/letter-parts.ts';
import { inTransaction } from '../transaction.ts';
import { submissionModel } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

export interface SentForm {
  answers: Answers;
  /** The same key never stores a second submission: double clicks and retries get the first one's reference. */
  key: string;
  /** Runs in the same transaction: what must be true together with the stored submission. */
  alongside?: ((reference: string, session: mongo.ClientSession) => Promise<void>) | undefined;
}

/** @returns the letters that go out when the submission is stored. */
export type LettersFor = (stored: {
  reference: string;
  answers: Answers;
  firm: Firm;
}) => (Letter & { kind: string })[];

type Needs = Pick<Deps, 'portal' | 'keys' | 'payload' | 'content'>;

/**
 * Checks a sent form and stores it as `pending`, and in the same transaction its letters.
 *
 * @returns the reference that the sender is told.
 * @throws DomainError `bad-input` with a sentence per field (SPEC section 5).
 */
export async function storeSubmission(
  kind: SubmissionKind,
  { answers, key, alongside }: SentForm,
  lettersFor: LettersFor,
  deps: Needs & Pick<Deps, 'outbox'>,
): Promise<{ reference: string }> {
  const earlier = await sentUnder(kind, key, deps);
  if (earlier) return earlier;
  const definition = getForm(kind.form);
  const checked = validateAnswers(definition, answers);
  if (!checked.ok) {
    const { title, text } = describeProblem(definition.ui, checked.errors, answers);
    throw new DomainError('bad-input', text, { title, fields: checked.errors });
  }
  await keepDefinition(definition, deps.portal);
  try {
    const sent = { answers: checked.answers, key, alongside };
    const reference = await underFreeReference((free) =>
      store(kind, definition, { ...sent, reference: free }, lettersFor, deps),
    );
    deps.outbox.wake();
    return { reference };
  } catch (error) {
    // Two sendings of the same answers raced, and the other one was first.
    const same = isDuplicate(error) ? await sentUnder(kind, key, deps) : undefined;
    if (same) return same;
    throw error;
  }
}

async function store(
  kind: SubmissionKind,
  definition: FormDefinition,
  { answers, key, alongside, reference }: SentForm & { reference: string },
  lettersFor: LettersFor,
  deps: Needs,
): Promise<string> {
  const { portal, keys } = deps;
  const _id = new Types.ObjectId();
  const { form, version } = definition;
  const at = { collection: kind.collection, document: _id.toHexString() };
  const letters = lettersFor({ reference, answers, firm: await readFirm(deps) });
  return inTransaction(portal, async (session) => {
    const submission = {
      _id,
      reference,
      form,
      version,
      answers: sealAnswers(answers, definition, keys.fields, at),
      status: 'pending' as const,
      submission_key: key,
      created_at: new Date(),
    };
    await submissionModel(kind, portal).create([submission], { session });
    for (const letter of letters) {
      await enqueue(letter, { portal, ring: keys.fields, session });
    }
    await alongside?.(reference, session);
    return reference;
  });
}

async function sentUnder(
  kind: SubmissionKind,
  key: string,
  { portal }: Pick<Deps, 'portal'>,
): Promise<{ reference: string } | undefined> {
  const found = await submissionModel(kind, portal).findOne({ submission_key: key }, { reference: 1 }).lean();
  return found ? { reference: found.reference } : undefined;
}

function isDuplicate(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === 11000;
}
