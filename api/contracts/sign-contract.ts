import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { mongo, Types } from 'mongoose';
import type { Deps } from '../connect.ts';
import { readFirm } from '../content/read-site.ts';
import { todayInEasternTime } from '../deadlines/calendar-date.ts';
import { keepDefinition } from '../definitions/keep-definition.ts';
import { orderDocument } from '../documents/make-documents.ts';
import { DomainError } from '../domain-error.ts';
import { underFreeReference } from '../intake/free-reference.ts';
import { lookupHashes } from '../keys/lookups.ts';
import { sealAnswers } from '../keys/sealed-answers.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { Firm } from '../outbox/letter-parts.ts';
import type { SentForm } from '../submissions/store-submission.ts';
import { inTransaction } from '../transaction.ts';
import { currentAgreement } from './agreement/agreement.ts';
import { keepAgreement } from './agreement/kept-agreements.ts';
import { type Contract, contractModel } from './contract.model.ts';
import { lettersOf } from './contract-letters.ts';
import { contractPlace, sealCircumstances } from './open-contract.ts';

/** How and from where a contract is signed. */
export interface Signing {
  /** Network address. */
  address: string;
  userAgent: string;
  /** Version of the agreement that this browser was shown last; undefined when it was shown none. */
  agreement: string | undefined;
}

type Needs = Pick<Deps, 'portal' | 'keys' | 'settings' | 'payload' | 'content'>;

/** Longer than any real browser's; what is beyond it identifies nobody. */
const userAgentAtMost = 400;

/**
 * Stores a signed contract, and in the same transaction the order for its PDF and its letters (SPEC sections 3 and 5).
 * Whether the Social Security number is known to us is neither looked up nor told.
 *
 * @returns the reference that the signer is told.
 * @throws DomainError `bad-input` with a sentence per field, `conflict` when the text is not the one that was read.
 */
export async function signContract(
  { answers, key, alongside }: SentForm,
  signing: Signing,
  deps: Needs & Pick<Deps, 'outbox' | 'documents'>,
): Promise<{ reference: string }> {
  const earlier = await signedUnder(key, deps);
  if (earlier) return earlier;
  const definition = getForm('contract');
  const checked = validateAnswers(definition, answers);
  if (!checked.ok) {
    const { title, text } = describeProblem(definition.ui, checked.errors, answers);
    throw new DomainError('bad-input', text, { title, fields: checked.errors });
  }
  refuseOtherText(signing.agreement);
  await Promise.all([keepDefinition(definition, deps.portal), keepAgreement(currentAgreement, deps.portal)]);
  try {
    const sent = { answers: checked.answers, key, alongside };
    const reference = await underFreeReference((free) =>
      store(definition, { ...sent, reference: free }, signing, deps),
    );
    deps.documents.wake();
    deps.outbox.wake();
    return { reference };
  } catch (error) {
    // Two signings of the same draft raced, and the other one was first.
    const duplicate = error instanceof mongo.MongoServerError && error.code === 11000;
    const same = duplicate ? await signedUnder(key, deps) : undefined;
    if (same) return same;
    throw error;
  }
}

function refuseOtherText(read: string | undefined): void {
  if (read === currentAgreement.version) return;
  const text = read
    ? 'The agreement has changed since you opened it. Please read it again on this page, then sign. Your answers are kept.'
    : 'This browser has not shown you the agreement yet. Please read it on this page, then sign. Your answers are kept.';
  throw new DomainError('conflict', text, { title: 'Please read the agreement first' });
}

type Sent = SentForm & { reference: string };

async function store(
  definition: FormDefinition,
  { alongside, ...sent }: Sent,
  signing: Signing,
  deps: Needs,
): Promise<string> {
  const { portal, keys, settings } = deps;
  const firm = await readFirm(deps);
  const unsent = makeContract(definition, sent, { signing, firm, keys });
  const { _id, reference, signed_at, agreement } = unsent;
  return inTransaction(portal, async (session) => {
    const about = { reference, signed_at, text_version: agreement };
    const document = await orderDocument({ kind: 'contract', of: _id, ...about }, portal, session);
    await contractModel(portal).create([{ ...unsent, document }], { session });
    for (const letter of lettersOf(
      { reference, email: String(sent.answers.email), document, firm },
      settings,
    )) {
      await enqueue(letter, { portal, ring: keys.fields, session });
    }
    await alongside?.(reference, session);
    return reference;
  });
}

function makeContract(
  definition: FormDefinition,
  { answers, key, reference }: Sent,
  { signing, firm, keys }: { signing: Signing; firm: Firm; keys: Deps['keys'] },
): Omit<Contract, 'document'> {
  const _id = new Types.ObjectId();
  const id = _id.toHexString();
  const now = new Date();
  const circumstances = {
    typedName: String(answers.signature_name),
    address: signing.address,
    userAgent: signing.userAgent.slice(0, userAgentAtMost),
  };
  return {
    _id,
    reference,
    form: definition.form,
    version: definition.version,
    agreement: currentAgreement.version,
    answers: sealAnswers(asSpecified(answers), definition, keys.fields, contractPlace(id)),
    signature_date: todayInEasternTime(now),
    ssn_lookup: lookupHashes(keys.lookups, 'ssn', String(answers.ssn)),
    evidence: {
      firm: firm.name,
      consents: consentsIn(definition, answers),
      circumstances: sealCircumstances(circumstances, id, keys),
    },
    submission_key: key,
    signed_at: now,
  };
}

/** SPEC section 3: line 2 of the address is appended after a comma, the signature is first plus last name. */
function asSpecified({ address_line_2: line2, ...answers }: Answers): Answers {
  return {
    ...answers,
    street_address: [answers.street_address, line2].filter(Boolean).join(', '),
    signature_name: `${answers.first_name} ${answers.last_name}`,
  };
}

/** @returns what stood beside every box that was ticked, with its hint. */
function consentsIn({ ui }: FormDefinition, answers: Answers): string[] {
  return Object.entries(ui.fields)
    .filter(([field, { widget }]) => widget === 'checkbox' && answers[field] === true)
    .map(([, { title, hint }]) => [title, hint].filter(Boolean).join(': '));
}

async function signedUnder(
  key: string,
  { portal }: Pick<Deps, 'portal'>,
): Promise<{ reference: string } | undefined> {
  const found = await contractModel(portal).findOne({ submission_key: key }, { reference: 1 }).lean();
  return found ? { reference: found.reference } : undefined;
}
