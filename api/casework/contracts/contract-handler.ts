import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { easternDay } from '@claimdesk/forms/eastern-time';
import { makeMatter } from '#api/casework/matters/make-matter.ts';
import { personOnContract } from '#api/casework/matters/person.ts';
import { answerSections } from '#api/casework/submissions/answers-pdf-document.ts';
import {
  type SentForm,
  type SubmissionContext,
  submissionHandler,
} from '#api/casework/submissions/store-submission.ts';
import { readFederalClosings, readRepresentative } from '#api/content/read-site.ts';
import type { RequestContext } from '#api/platform/context.ts';
import { orderDocument } from '#api/platform/documents/make-documents.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { lookupHashes } from '#api/platform/keys/lookups.ts';
import { currentAgreement } from './agreement/agreement.ts';
import { readLegalLimit } from './agreement/show-agreement.ts';
import { storeAgreement } from './agreement/stored-agreements.ts';
import { type Contract, circumstancesOf, contractsCollection } from './contract.model.ts';
import { signerEmail } from './contract-emails.ts';
import { requireContractsOpen } from './contract-opening.ts';
import { copyRedaction } from './contract-pdf-document.ts';
import { readContractPdf } from './download-contract.ts';
import { markSigner } from './mark-signers.ts';
import { openContract } from './open-contract.ts';

type SigningContext = SubmissionContext & Pick<RequestContext, 'address' | 'userAgent'>;

/**
 * Stores signed contracts and orders their PDFs. Whether the Social Security number is already known is not revealed. Signing
 * fails with `conflict` when the browser was not shown the current text, and with `unavailable` while the firm is not set up.
 */
export const contractHandler = submissionHandler<Contract, SigningContext>({
  form: 'contract',
  collection: 'signed_contracts',
  noun: 'signed contract',
  page: '/admin/contracts',
  model: contractsCollection.model,

  async prepare(sent, { deps }) {
    await requireContractsOpen(deps);
    requireCurrentAgreement(sent);
    await storeAgreement(currentAgreement, deps.portal);
  },

  /** Line 2 of the address is appended after a comma, and the signature is first plus last name. */
  answersToStore: ({ address_line_2: line2, ...answers }) => ({
    ...answers,
    street_address: [answers.street_address, line2].filter(Boolean).join(', '),
    signature_name: `${answers.first_name} ${answers.last_name}`,
  }),

  async own(accepted, context, session) {
    const { _id, reference, definition, answers, firm, ring } = accepted;
    const { portal, keys } = context.deps;
    const signed_at = new Date();
    const { version } = currentAgreement;
    const facts = { of: _id, reference, signed_at, text_version: version };
    const [closings, representative, legal_limit] = await Promise.all([
      readFederalClosings(context.deps),
      readRepresentative(context.deps),
      readLegalLimit(context.deps),
    ]);
    const signature_date = easternDay(signed_at);
    await makeMatter(
      {
        person: personOnContract(answers),
        facts: { kind: 'contract signed', day: signature_date },
        ...{ source: 'contract', by: 'client', at: signed_at, contract: _id },
      },
      { portal, keys, closings },
      session,
    );
    return {
      agreement: version,
      signature_date,
      ssn_lookup: lookupHashes(keys.lookups, 'contract-ssn', String(answers.ssn)),
      evidence: {
        firm: firm.name,
        firm_address: firm.address ?? '',
        firm_phone: firm.phone,
        ...{ representative, legal_limit },
        consents: consentsIn(definition, answers),
        circumstances: contractsCollection.encrypt(
          ring,
          _id,
          'evidence.circumstances',
          JSON.stringify(circumstancesOf(String(answers.signature_name), context)),
        ),
      },
      document: await orderDocument({ kind: 'contract', ...facts }, portal, session),
      signed_at,
    };
  },

  /** The same is done whether the number has an account or not. */
  stored: ({ answers }, { deps }) => markSigner(String(answers.ssn), deps),

  emailFor: ({ reference, answers, firm }, { document }, settings) =>
    signerEmail({ reference, email: String(answers.email), document, firm }, settings),

  /** Exactly the file that was emailed, and the answers as it shows them. */
  copyOf: (contract, deps) => ({
    reference: contract.reference,
    sentAt: contract.signed_at,
    async readAnswers() {
      const { definition, answers } = await openContract(contract, deps);
      return { sections: answerSections(definition, answers, copyRedaction), notices: [] };
    },
    render: () => readContractPdf(contract, deps),
  }),
});

function requireCurrentAgreement({ agreement: shown }: SentForm): void {
  if (shown === currentAgreement.version) return;
  const text = shown
    ? 'The agreement has changed since you opened it. Please read it again on this page, then sign. Your answers are kept.'
    : 'This browser has not shown you the agreement yet. Please read it on this page, then sign. Your answers are kept.';
  throw new DomainError('conflict', text, { title: 'Please read the agreement first' });
}

/** @returns the label and hint of every checked box. */
function consentsIn({ ui }: FormDefinition, answers: Answers): string[] {
  return Object.entries(ui.fields)
    .filter(([field, { widget }]) => widget === 'checkbox' && answers[field] === true)
    .map(([, { title, hint }]) => [title, hint].filter(Boolean).join(': '));
}
