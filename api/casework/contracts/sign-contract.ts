import { todayInNewJersey } from '@claimdesk/forms/calendar';
import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import { getForm } from '@claimdesk/forms/registry';
import { validateAnswers } from '@claimdesk/forms/validate';
import { Types } from 'mongoose';
import { storeDefinition } from '#api/casework/definitions/store-definition.ts';
import { withUniqueReference } from '#api/casework/intake/unique-reference.ts';
import { encryptAnswers } from '#api/casework/submissions/encrypted-answers.ts';
import type { SentForm } from '#api/casework/submissions/store-submission.ts';
import { isDuplicateKey } from '#api/platform/database/duplicate-key.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { orderDocument } from '#api/platform/documents/make-documents.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Firm } from '#api/platform/email/email-parts.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import { recordStaffNotice } from '#api/platform/email/staff-notices.ts';
import { lookupHashes } from '#api/platform/keys/lookups.ts';
import { currentAgreement } from './agreement/agreement.ts';
import { storeAgreement } from './agreement/stored-agreements.ts';
import { type Contract, contractModel } from './contract.model.ts';
import { signerEmail } from './contract-emails.ts';
import { contractRecord, encryptCircumstances } from './open-contract.ts';

/** The details of the request that signs a contract. */
export interface Signing {
  /** IP address. */
  address: string;
  userAgent: string;
  /** Version of the agreement that this browser was last shown; undefined if none. */
  agreement: string | undefined;
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'settings' | 'readFirm'>;

/** Longer than any real browser's; the rest would identify nobody. */
const maxUserAgentLength = 400;

/**
 * Stores a signed contract and, in the same transaction, the order for its PDF, the email to its signer and the notice
 * to staff. Whether the Social Security number is already known is neither looked up nor revealed.
 *
 * @returns the reference that the signer is shown.
 * @throws DomainError `bad-input` with a sentence per field, `conflict` when the browser was not shown the current text.
 */
export async function signContract(
  { answers, key, inSameTransaction }: SentForm,
  signing: Signing,
  deps: Dependencies & Pick<Deps, 'outbox' | 'documents'>,
): Promise<{ reference: string }> {
  const earlier = await findSigned(key, deps);
  if (earlier) return earlier;
  const definition = getForm('contract');
  const checked = validateAnswers(definition, answers);
  if (!checked.ok) {
    const { title, text } = describeProblem(definition.ui, checked.errors, answers);
    throw new DomainError('bad-input', text, { title, fields: checked.errors });
  }
  requireCurrentAgreement(signing.agreement);
  await Promise.all([
    storeDefinition(definition, deps.portal),
    storeAgreement(currentAgreement, deps.portal),
  ]);
  try {
    const sent = { answers: checked.answers, key, inSameTransaction };
    const reference = await withUniqueReference((candidate) =>
      store(definition, { ...sent, reference: candidate }, signing, deps),
    );
    deps.documents.wake();
    deps.outbox.wake();
    return { reference };
  } catch (error) {
    // The same draft was signed twice at once, and the other request won.
    const same = isDuplicateKey(error) ? await findSigned(key, deps) : undefined;
    if (same) return same;
    throw error;
  }
}

function requireCurrentAgreement(shown: string | undefined): void {
  if (shown === currentAgreement.version) return;
  const text = shown
    ? 'The agreement has changed since you opened it. Please read it again on this page, then sign. Your answers are kept.'
    : 'This browser has not shown you the agreement yet. Please read it on this page, then sign. Your answers are kept.';
  throw new DomainError('conflict', text, { title: 'Please read the agreement first' });
}

type Sent = SentForm & { reference: string };

async function store(
  definition: FormDefinition,
  { inSameTransaction, ...sent }: Sent,
  signing: Signing,
  deps: Dependencies,
): Promise<string> {
  const { portal, keys, settings } = deps;
  const firm = await deps.readFirm();
  const contract = makeContract(definition, sent, { signing, firm, keys });
  const { _id, reference, signed_at, agreement } = contract;
  return inTransaction(portal, async (session) => {
    const facts = { reference, signed_at, text_version: agreement };
    const document = await orderDocument({ kind: 'contract', of: _id, ...facts }, portal, session);
    await contractModel(portal).create([{ ...contract, document }], { session });
    const email = String(sent.answers.email);
    const message = signerEmail({ reference, email, document, firm }, settings);
    await enqueue(message, { portal, ring: keys.fields, session });
    const arrival = { noun: 'signed contract', reference, page: '/admin/contracts' };
    await recordStaffNotice(arrival, { portal, session });
    await inSameTransaction?.(reference, session);
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
    userAgent: signing.userAgent.slice(0, maxUserAgentLength),
  };
  return {
    _id,
    reference,
    form: definition.form,
    version: definition.version,
    agreement: currentAgreement.version,
    answers: encryptAnswers(asSpecified(answers), definition, keys.fields, contractRecord(id)),
    signature_date: todayInNewJersey(now),
    ssn_lookup: lookupHashes(keys.lookups, 'ssn', String(answers.ssn)),
    evidence: {
      firm: firm.name,
      consents: consentsIn(definition, answers),
      circumstances: encryptCircumstances(circumstances, id, keys),
    },
    submission_key: key,
    signed_at: now,
  };
}

/** Contracts are stored with line 2 of the address appended after a comma, and first plus last name as the signature. */
function asSpecified({ address_line_2: line2, ...answers }: Answers): Answers {
  return {
    ...answers,
    street_address: [answers.street_address, line2].filter(Boolean).join(', '),
    signature_name: `${answers.first_name} ${answers.last_name}`,
  };
}

/** @returns the label and hint of every checked box. */
function consentsIn({ ui }: FormDefinition, answers: Answers): string[] {
  return Object.entries(ui.fields)
    .filter(([field, { widget }]) => widget === 'checkbox' && answers[field] === true)
    .map(([, { title, hint }]) => [title, hint].filter(Boolean).join(': '));
}

async function findSigned(
  key: string,
  { portal }: Pick<Deps, 'portal'>,
): Promise<{ reference: string } | undefined> {
  const found = await contractModel(portal).findOne({ submission_key: key }, { reference: 1 }).lean();
  return found ? { reference: found.reference } : undefined;
}
