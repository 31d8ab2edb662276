import type { Notice } from '@claimdesk/forms/define-intake';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import type { IntakeForm } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import type { Connection, Model, mongo, Types } from 'mongoose';
import { storeDefinition } from '#api/casework/definitions/stored-definitions.ts';
import type { Referral } from '#api/casework/referral.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { enqueue, type QueuedEmail } from '#api/platform/email/enqueue.ts';
import { recordStaffNotice } from '#api/platform/email/staff-notices.ts';
import type { KeyRing } from '#api/platform/keys/key-ring.ts';
import { searchTokens } from '#api/platform/keys/search-tokens.ts';
import { errorLocation } from '#api/platform/log.ts';
import { requireValid } from '#api/platform/valid-answers.ts';
import type { AnswerSection } from './answers-pdf-document.ts';
import type { AppealBy } from './appeal-by.ts';
import { encryptAnswers } from './encrypted-answers.ts';
import { type Identity, identify } from './reference.ts';
import { searchableAnswers } from './searchable-answers.ts';
import type { StoredForm } from './stored-form.ts';

export interface SentForm {
  answers: Answers;
  /** The attorney that the sender asked about in the directory. */
  referral?: Referral | undefined;
  /** Version of the agreement that the sender's browser was last shown; undefined if none. */
  agreement?: string | undefined;
  /** The sender is signed in as a client whose contract we have. */
  isRepresented?: boolean;
  /** Submission key: the same key never stores a second submission, so a double click or retry gets the first reference. */
  key: string;
  /** Runs in the transaction that stores the submission. */
  inSameTransaction?: ((reference: string, session: mongo.ClientSession) => Promise<void>) | undefined;
}

/** What storing any form needs to know of the request that sends it. */
export interface SubmissionContext {
  deps: Pick<Deps, 'portal' | 'keys' | 'settings' | 'readFirm' | 'payload' | 'content' | 'log'>;
}

/** A valid form on its way into the database. */
export interface AcceptedForm {
  _id: Types.ObjectId;
  reference: string;
  definition: FormDefinition;
  answers: Answers;
  referral: Referral | undefined;
  isRepresented: boolean;
  firm: Firm;
}

/** What a sender may get back of a submission. Decrypted and rendered only on request. */
export interface SentCopy {
  reference: string;
  sentAt: Date;
  /** The attorney that the sender asked about in the directory, in words. */
  referral?: string;
  /** Left out if the sender gave no letter date. */
  appealBy?: AppealBy | null;
  /** When the sender was promised a call, in words; left out if no time was promised. */
  callBack?: string;
  readAnswers(): Promise<{ sections: AnswerSection[]; notices: Notice[] }>;
  /** @returns a PDF. */
  render(): Promise<Buffer>;
}

/** What differs between forms that are sent. */
export interface FormKind<Stored extends StoredForm, Context extends SubmissionContext = SubmissionContext> {
  form: IntakeForm;
  collection: string;
  /** Singular, for use in sentences. */
  noun: string;
  /** Path of the back-office page that shows it. */
  page: string;
  model(portal: Connection): Model<Stored>;
  /** Runs before anything is stored. @throws DomainError when valid answers must not be sent yet. */
  prepare?(sent: SentForm, context: Context): Promise<void>;
  /** @returns the answers as they are stored, where that differs from how they are asked. */
  answersToStore?(answers: Answers): Answers;
  /**
   * Orders documents, if any. Runs in the transaction. @returns what is stored beside the answers.
   *
   * @param accepted.ring encrypts what belongs to the record.
   */
  own(
    accepted: AcceptedForm & { ring: KeyRing },
    context: Context,
    session: mongo.ClientSession,
  ): Promise<Omit<Stored, keyof StoredForm>>;
  /** Runs once it is stored; should it fail, that is logged only. */
  stored?(accepted: AcceptedForm, context: Context): Promise<void>;
  /** @returns the confirmation to the sender; null for a form that asks for no email address. */
  emailFor(
    accepted: AcceptedForm,
    own: Omit<Stored, keyof StoredForm>,
    settings: Deps['settings'],
  ): QueuedEmail | null;
  /** @returns whether staff should not wait to read it. */
  isUrgent?(own: Omit<Stored, keyof StoredForm>): boolean;
  copyOf(stored: Stored, deps: Deps): SentCopy;
}

/** Sends one form and gives its sender a copy. */
export interface SubmissionHandler<Context extends SubmissionContext = SubmissionContext> {
  /**
   * Validates a sent form and stores it and, in the same transaction, its documents, the email to its sender and the
   * notice to staff.
   *
   * @returns the reference that the sender is shown.
   * @throws DomainError `bad-input` with a sentence per field.
   */
  submit(sent: SentForm, context: Context): Promise<{ reference: string }>;
  /** @returns the sender's copy of the submission with this key. */
  findCopy(key: string, deps: Deps): Promise<SentCopy | undefined>;
}

export function submissionHandler<
  Stored extends StoredForm,
  Context extends SubmissionContext = SubmissionContext,
>(kind: FormKind<Stored, Context>): SubmissionHandler<Context> {
  return {
    submit: (sent, context) => submit(kind, sent, context),
    async findCopy(key, deps) {
      const found = await findSent(kind, key, deps);
      return found ? kind.copyOf(found, deps) : undefined;
    },
  };
}

async function submit<Stored extends StoredForm, Context extends SubmissionContext>(
  kind: FormKind<Stored, Context>,
  sent: SentForm,
  context: Context,
): Promise<{ reference: string }> {
  const { deps } = context;
  const definition = getForm(kind.form);
  try {
    const valid = { ...sent, answers: requireValid(definition, sent.answers) };
    await kind.prepare?.(sent, context);
    await storeDefinition(definition, deps.portal);
    return { reference: await storeOnce(kind, definition, valid, context) };
  } catch (error) {
    // The same answers were sent before, or twice at once and the other request won.
    const earlier = await findSent(kind, sent.key, deps).catch(() => null);
    if (earlier) return { reference: earlier.reference };
    throw error;
  }
}

/** Two taken references in a row are less likely than a fault, so this many mean that something else is wrong. */
const maxAttempts = 5;

/**
 * Stores the form under the first of its references that is available. Of two requests that find the same one available, the id lets
 * one through. @returns the reference; where the form was stored before, that of then.
 */
async function storeOnce<Stored extends StoredForm, Context extends SubmissionContext>(
  kind: FormKind<Stored, Context>,
  definition: FormDefinition,
  sent: SentForm,
  context: Context,
): Promise<string> {
  const model = kind.model(context.deps.portal);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const identity = identify(kind.collection, sent.key, attempt);
    const { reference } = identity;
    const holders = await model
      .find({ $or: [{ submission_key: sent.key }, { reference }] }, { reference: 1, submission_key: 1 })
      .lean<Pick<StoredForm, 'reference' | 'submission_key'>[]>();
    const earlier = holders.find(({ submission_key }) => submission_key === sent.key);
    if (earlier) return earlier.reference;
    if (holders.length === 0) {
      await store(kind, definition, sent, { ...context, identity });
      return reference;
    }
  }
  throw new Error(`The first ${maxAttempts} references of a submission are taken.`);
}

/** Stores everything or nothing. */
async function store<Stored extends StoredForm, Context extends SubmissionContext>(
  kind: FormKind<Stored, Context>,
  definition: FormDefinition,
  { answers, referral, isRepresented = false, key, inSameTransaction }: SentForm,
  context: Context & { identity: Identity },
): Promise<void> {
  const { deps, identity } = context;
  const { _id, reference } = identity;
  const { portal, keys } = deps;
  const { collection, noun, page } = kind;
  const { form, version } = definition;
  const firm = await deps.readFirm();
  const record = { collection, document: _id.toHexString() };
  const asStored = kind.answersToStore?.(answers) ?? answers;
  const search_tokens = searchTokens(keys.lookups, collection, searchableAnswers(asStored, reference));
  const accepted = { _id, reference, definition, answers, referral, isRepresented, firm };
  await inTransaction(portal, async (session) => {
    const ring = await keys.make(_id, session);
    const own = await kind.own({ ...accepted, ring }, context, session);
    const common: StoredForm = {
      _id,
      reference,
      form,
      version,
      answers: encryptAnswers(asStored, ring, record),
      submission_key: key,
      search_tokens,
    };
    await new (kind.model(portal))({ ...own, ...common }).save({ session });
    const email = kind.emailFor(accepted, own, deps.settings);
    if (email) await enqueue(email, { portal, keys, session }, { reference });
    const urgent = kind.isUrgent?.(own) ?? false;
    await recordStaffNotice({ noun, reference, page, ...(urgent && { urgent }) }, { portal, session });
    await inSameTransaction?.(reference, session);
  });
  await kind
    .stored?.(accepted, context)
    .catch((error: unknown) =>
      deps.log.warn('follow-up of a stored form failed', { error: errorLocation(error) }),
    );
}

function findSent<Stored extends StoredForm, Context extends SubmissionContext>(
  kind: FormKind<Stored, Context>,
  submission_key: string,
  { portal }: Pick<Deps, 'portal'>,
) {
  return kind.model(portal).findOne<Stored>({ submission_key }).lean<Stored>();
}
