import { createHash, randomUUID } from 'node:crypto';
import type { Answers } from '@claimdesk/forms/definition';
import { easternDay } from '@claimdesk/forms/eastern-time';
import type { QueueName } from '@claimdesk/forms/intakes';
import sharp from 'sharp';
import { closeAccount, correctName } from '#api/accounts/clients/change-access.ts';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { confirmWithCode, issueConfirmationCode } from '#api/accounts/clients/confirmation-code.ts';
import { createClient, hasClient, type NewClient } from '#api/accounts/clients/create-client.ts';
import { eventsCollection } from '#api/accounts/clients/events.ts';
import { sharedAdminId, staffCollection } from '#api/accounts/staff/staff.model.ts';
import type { ClaimStepName } from '#api/casework/claims/claim-steps.ts';
import { setClaim } from '#api/casework/claims/set-claim.ts';
import { addNote } from '#api/casework/clients/client-notes.ts';
import { decideLink } from '#api/casework/clients/decide-link.ts';
import type { DocumentType } from '#api/casework/clients/document-types.ts';
import { addDocument } from '#api/casework/clients/store-document.ts';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { contractsCollection } from '#api/casework/contracts/contract.model.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { mattersCollection } from '#api/casework/matters/matter.model.ts';
import { addEntry } from '#api/casework/profile/entries.ts';
import type { ProfileKind } from '#api/casework/profile/profile-kinds.ts';
import { forgetMessages } from '#api/casework/removals/record-removal.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { findCallBy } from '#api/casework/submissions/call-by.ts';
import type { SubmissionStatus } from '#api/casework/submissions/submission-status.ts';
import { receiveFiles } from '#api/casework/uploads/receive-files.ts';
import type { Deps } from '#api/platform/deps.ts';
import { documentsCollection } from '#api/platform/documents/document.model.ts';
import type { PdfPart } from '#api/platform/documents/pdf/pdf-document.ts';
import { removeSamplePeople } from './remove-sample-people.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** What somebody made up has sent. */
export interface SampleSubmission {
  queue: QueueName;
  answers: Answers;
  hoursAgo: number;
  /** `pending` if left out. */
  status?: SubmissionStatus;
  /** The email address of the attorney whom its approval listed. */
  attorney?: string;
}

/** Somebody made up who has registered, or only signed a contract. */
export interface SampleClient extends NewClient {
  firstName: string;
  lastName: string;
  /** `none`: there is no account. `closed`: there was one. */
  account: 'confirmed' | 'unconfirmed' | 'closed' | 'none';
  registeredDaysAgo: number;
  /** Left out for who has signed none. */
  contract?: { answers: Answers; linked: boolean; signedDaysAgo: number };
  /** In this order: a treatment belongs to the facility before it. */
  profile?: { kind: ProfileKind; answers: Answers }[];
  claim?: {
    step: ClaimStepName;
    since: string;
    needed: string;
    note: string;
    next: { kind: 'examination' | 'appointment'; day: string; time: string } | null;
  };
  /** What staff put in the file, each a PDF. */
  papers?: { title: string; type: DocumentType; parts: PdfPart[] }[];
  /** Whether the client has sent a picture of a letter, which nobody has read. */
  hasSentLetter?: boolean;
  note?: string;
}

export interface SamplePeople {
  clients: SampleClient[];
  submissions: SampleSubmission[];
}

/** The submission that is added last: with it, all are there. */
const keyOfLast = 'sample-last';

/** As the browser that signs; the address is set aside for documentation. */
const signing = { address: '203.0.113.7', userAgent: 'A sample' };

/**
 * Fills the back office and the portal of a trial with people in every state, by the same functions by which real ones come in,
 * so that what is stored is what people send. It causes no email and no notice, and each record has the mark of a sample.
 *
 * @param staffEmail whose work the decisions are. @returns how many people and submissions were added: none where all are there.
 */
export async function addSamplePeople(
  { clients, submissions }: SamplePeople,
  { staffEmail }: { staffEmail: string },
  deps: Deps,
): Promise<number> {
  const last = submissions.at(-1);
  if (!last || (await isThere(last, deps))) return 0;
  // An earlier run may have been interrupted.
  await removeSamplePeople(deps);
  const account = await staffCollection
    .model(deps.portal)
    .findOne({ email: staffEmail.toLowerCase() }, { _id: 1 })
    .lean();
  const staff = account?._id ?? sharedAdminId;
  for (const client of clients) await addClient(client, staff, deps);
  for (const [at, submission] of submissions.entries())
    await addSubmission(submission, submission === last ? keyOfLast : `sample-${at}`, staff, deps);
  return clients.length + submissions.length;
}

async function isThere({ queue }: SampleSubmission, { portal }: Pick<Deps, 'portal'>): Promise<boolean> {
  const found = await submissionKinds[queue].collection.model(portal).exists({ submission_key: keyOfLast });
  return found !== null;
}

async function addSubmission(
  { queue, answers, hoursAgo, status = 'pending', attorney }: SampleSubmission,
  key: string,
  reviewed_by: string,
  deps: Deps,
): Promise<void> {
  const kind = submissionKinds[queue];
  const created_at = new Date(Date.now() - hoursAgo * hourMs);
  const call_by = await findCallBy(kind, created_at, deps);
  const isDecided = status !== 'pending';
  await submissionHandlers[kind.form].submit(
    {
      answers,
      key,
      inSameTransaction: async (reference, session) => {
        await forgetMessages(reference, { portal: deps.portal, session });
        await kind.collection.model(deps.portal).updateOne(
          { reference },
          {
            sample: true,
            created_at,
            status,
            ...(call_by && { call_by }),
            ...(isDecided && { reviewed_by, reviewed_at: new Date(created_at.getTime() + hourMs / 2) }),
          },
          { session },
        );
      },
    },
    { deps },
  );
  if (attorney) await listUnder(key, attorney, deps);
}

/** Says of a sample of the directory that it came with this application, as if staff had approved it. */
async function listUnder(submission_key: string, email: string, { portal, payload }: Deps): Promise<void> {
  const found = await submissionKinds.applications.collection
    .model(portal)
    .findOne({ submission_key }, { _id: 1 })
    .lean();
  await payload.db.collections.attorneys?.collection.updateOne(
    { email, sample: true },
    { $set: { application: found?._id.toHexString() } },
  );
}

async function addClient(client: SampleClient, staff: string, deps: Deps): Promise<void> {
  const { account, contract } = client;
  // First, as people do it: the account that is confirmed then has the matter of the contract.
  const reference = contract && (await addContract(client.ssn, contract, deps));
  // Nobody gets an email about somebody who was made up.
  const quiet = { ...deps, readSecurityAddresses: async () => [] };
  const id = account === 'none' ? undefined : await addAccount(client, staff, quiet);
  if (id === undefined) return;
  if (reference && contract.linked)
    await decideLink(
      { id, kind: 'contract', reference, state: 'linked', reason: 'Same name and number', staff },
      deps,
    );
  if (account === 'closed')
    await closeAccount({ id, reason: 'Asked for it by phone: wants letters only', staff }, deps);
  await eventsCollection.model(deps.portal).updateMany({ client_id: id, kind: 'account' }, { sample: true });
}

/** @returns its id; undefined where somebody has registered the number already. */
async function addAccount(client: SampleClient, staff: string, deps: Deps): Promise<string | undefined> {
  const {
    ssn,
    dateOfBirth,
    pin,
    firstName,
    lastName,
    registeredDaysAgo,
    profile = [],
    claim,
    papers = [],
  } = client;
  if (await hasClient(ssn, deps)) return undefined;
  const at = new Date(Date.now() - registeredDaysAgo * dayMs);
  const id = await createClient({ ssn, dateOfBirth, pin, at }, deps);
  await clientsCollection.model(deps.portal).updateOne({ _id: id }, { sample: true });
  if (client.account === 'confirmed') {
    const reason = 'Called at the number in the contract';
    const { code } = await issueConfirmationCode({ id, reason, staff, withoutContract: true }, deps);
    await confirmWithCode({ client: id, code }, deps);
    await correctName({ id, firstName, lastName, was: null, reason: 'As in the contract', staff }, deps);
  }
  let facility: string | undefined;
  for (const { kind, answers } of profile) {
    const belongs = kind === 'medical-treatment' ? { facility } : {};
    const added = await addEntry({ client: id, kind, key: randomUUID(), answers, ...belongs }, deps);
    if (kind === 'medical-facility') facility = added.id;
  }
  if (claim) await setClaim({ id, version: 0, key: randomUUID(), staff, ...claim }, deps);
  for (const { title, type, parts } of papers)
    await addDocument({ id, title, type, staff, file: pdfOf(title, parts, deps) }, deps);
  if (client.hasSentLetter) {
    const note = 'This came in the mail on Tuesday.';
    await receiveFiles(
      { client: id, type: 'social-security-letter', note, files: once(pictureOfLetter()) },
      deps,
    );
  }
  if (client.note) await addNote({ id, staff, key: randomUUID(), text: client.note }, deps);
  return id;
}

async function addContract(
  ssn: string,
  { answers, signedDaysAgo }: NonNullable<SampleClient['contract']>,
  deps: Deps,
): Promise<string> {
  const signed_at = new Date(Date.now() - signedDaysAgo * dayMs);
  const { reference } = await contractHandler.submit(
    {
      answers,
      key: `sample-${createHash('sha256').update(ssn).digest('hex').slice(0, 16)}`,
      agreement: currentAgreement.version,
      inSameTransaction: async (reference, session) => {
        await forgetMessages(reference, { portal: deps.portal, session });
        const signed = { sample: true, signed_at, signature_date: easternDay(signed_at) };
        const contract = await contractsCollection
          .model(deps.portal)
          .findOneAndUpdate({ reference }, signed, { session })
          .orFail();
        await mattersCollection
          .model(deps.portal)
          .updateOne({ contract: contract._id }, { sample: true, opened_at: signed_at }, { session });
        await documentsCollection.model(deps.portal).updateOne({ reference }, { signed_at }, { session });
      },
    },
    { ...signing, deps },
  );
  return reference;
}

async function* pdfOf(title: string, parts: PdfPart[], deps: Deps): AsyncGenerator<Uint8Array> {
  const { name: firm } = await deps.readFirm();
  yield await deps.pdfRenderer.render({ title, firm, reference: null, date: new Date(), parts });
}

/** A sheet of paper on a table. It has no words: a machine may have no fonts. */
async function* pictureOfLetter(): AsyncGenerator<Uint8Array> {
  const lines = Array.from({ length: 18 }, (_, at) => {
    const width = [520, 560, 540, 300][at % 4];
    return `<rect x="120" y="${260 + at * 36}" width="${width}" height="10" fill="#8a8f94"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1040">
    <rect width="800" height="1040" fill="#6b5a48"/>
    <g transform="rotate(1.5 400 520)"><rect x="60" y="50" width="680" height="940" fill="#fbfaf6"/>
    <rect x="120" y="110" width="240" height="18" fill="#3f4f5c"/><rect x="120" y="150" width="180" height="10" fill="#8a8f94"/>
    ${lines.join('')}</g></svg>`;
  yield await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
