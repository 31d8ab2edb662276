import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { mongo, Types } from 'mongoose';
import type { Deps } from '../connect.ts';
import { readFirm } from '../content/read-site.ts';
import { keepDefinition } from '../definitions/keep-definition.ts';
import { DomainError } from '../domain-error.ts';
import { makeReference } from '../intake/reference.ts';
import { sealAnswers } from '../keys/sealed-answers.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { writeStaffNotice } from '../outbox/staff-notice.ts';
import { inTransaction } from '../transaction.ts';
import { evaluationModel } from './evaluation.model.ts';

type Needs = Pick<Deps, 'portal' | 'keys' | 'settings' | 'payload' | 'content'>;

export interface Submission {
  answers: Answers;
  /** The same key never stores a second evaluation: double clicks and retries get the first one's reference. */
  key: string;
  /** Runs in the same transaction: what must be true together with the stored evaluation. */
  alongside?: (reference: string, session: mongo.ClientSession) => Promise<void>;
}

/**
 * Stores a case evaluation as `pending`, and in the same transaction the notice to staff.
 *
 * @returns the reference that the claimant is told.
 * @throws DomainError `bad-input` with a sentence per field (SPEC section 5).
 */
export async function submitEvaluation(
  { answers, key, alongside }: Submission,
  deps: Needs & Pick<Deps, 'outbox'>,
): Promise<{ reference: string }> {
  const earlier = await sentUnder(key, deps);
  if (earlier) return earlier;
  const definition = getForm('case-evaluation');
  const checked = validateAnswers(definition, answers);
  if (!checked.ok) {
    throw new DomainError('bad-input', definition.ui.errorText, {
      title: definition.ui.errorTitle,
      fields: checked.errors,
    });
  }
  await keepDefinition(definition, deps.portal);
  try {
    const reference = await store(definition, checked.answers, { key, alongside }, deps);
    deps.outbox.wake();
    return { reference };
  } catch (error) {
    // Two sendings of the same answers raced, and the other one was first.
    const same = isDuplicate(error) ? await sentUnder(key, deps) : undefined;
    if (same) return same;
    throw error;
  }
}

async function store(
  definition: FormDefinition,
  answers: Answers,
  { key, alongside }: Pick<Submission, 'key' | 'alongside'>,
  deps: Needs,
): Promise<string> {
  const { portal, keys, settings } = deps;
  const _id = new Types.ObjectId();
  const reference = makeReference();
  const { form, version } = definition;
  const at = { collection: 'case_evaluations', document: _id.toHexString() };
  const url = `${settings.PUBLIC_URL}/admin/case-evaluations`;
  const firm = await readFirm(deps);
  const notice = writeStaffNotice({ firm, thing: 'case evaluation', reference, url });
  return inTransaction(portal, async (session) => {
    const evaluation = {
      _id,
      reference,
      form,
      version,
      answers: sealAnswers(answers, definition, keys.fields, at),
      status: 'pending' as const,
      submission_key: key,
      created_at: new Date(),
    };
    await evaluationModel(portal).create([evaluation], { session });
    await enqueue(
      { kind: 'evaluation-received', to: settings.STAFF_EMAIL, ...notice },
      { portal, ring: keys.fields, session },
    );
    await alongside?.(reference, session);
    return reference;
  });
}

async function sentUnder(
  key: string,
  { portal }: Pick<Deps, 'portal'>,
): Promise<{ reference: string } | undefined> {
  const found = await evaluationModel(portal).findOne({ submission_key: key }, { reference: 1 }).lean();
  return found ? { reference: found.reference } : undefined;
}

function isDuplicate(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === 11000;
}
