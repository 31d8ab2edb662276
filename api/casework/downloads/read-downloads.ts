import { type ClientAccount, readAccount } from '#api/accounts/clients/client-account.ts';
import { clientEvent, recordClientCall } from '#api/accounts/clients/client-event.ts';
import { slices } from '#api/casework/clients/clean-upload.ts';
import { readDocumentFile } from '#api/casework/clients/open-document.ts';
import { newestDocument } from '#api/casework/clients/read-documents.ts';
import { newestPdfOf } from '#api/casework/contracts/download-contract.ts';
import { newestContract } from '#api/casework/contracts/match-contracts.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { documentsCollection } from '#api/platform/documents/document.model.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { type DownloadName, downloadNames } from './download-names.ts';
import { disabilityQuestionnaire } from './forms/disability-questionnaire.ts';
import { medicalSourceStatement } from './forms/medical-source-statement.ts';
import { readKnownFacts } from './known-facts.ts';
import { fillPaperForm, type KnownFacts, nothingKnown, type PaperForm } from './paper-form.ts';

const paperForms = {
  'medical-source-statement': medicalSourceStatement,
  'disability-questionnaire': disabilityQuestionnaire,
} as const satisfies Partial<Record<DownloadName, PaperForm>>;
type PaperFormName = keyof typeof paperForms;

export interface OfferedDownload {
  name: DownloadName;
  /** `unconfirmed`: not shown before staff confirm the account; `missing`: there is none yet. */
  state: 'ready' | 'unconfirmed' | 'missing';
  /** The ending of its file's name, such as `pdf`; null where there is no file. */
  ending: string | null;
  /** Bytes; null where it is not known before the file is made. */
  size: number | null;
  /** Whether the file is filled in when it is downloaded, so that its size may differ a little. */
  made: boolean;
  /** ISO 8601 or, for a form, `YYYY-MM-DD`: when it was filed, signed or last revised. */
  date: string | null;
  /** When our representative signed the contract too. ISO 8601; left out until then. */
  countersignedAt?: string;
}

export interface DownloadedFile {
  /** Without personal data: names of files are shown and logged everywhere. */
  fileName: string;
  contentType: string;
  size: number;
  content: AsyncIterable<Uint8Array>;
}

type Dependencies = Pick<
  Deps,
  'portal' | 'keys' | 'store' | 'log' | 'documents' | 'pdfRenderer' | 'readFirm' | 'limits' | 'audit'
>;

/** @throws DomainError `not-found` when the session's client no longer exists. @returns the four documents. */
export async function listDownloads(clientId: string, deps: Dependencies): Promise<OfferedDownload[]> {
  const account = await readAccount({ id: clientId }, deps);
  return Promise.all(downloadNames.map((name) => offer(name, account, deps)));
}

async function offer(
  name: DownloadName,
  account: ClientAccount,
  deps: Dependencies,
): Promise<OfferedDownload> {
  const none = { name, ending: null, size: null, made: false, date: null };
  if (isPaperForm(name)) {
    const date = paperForms[name].revised;
    const size = await sizeOfBlank(name, deps);
    return { name, state: 'ready', ending: 'pdf', size, made: true, date };
  }
  if (!account.isConfirmed) return { ...none, state: 'unconfirmed' };
  if (name === 'evidence-of-filing') {
    const found = await newestDocument({ id: account.id, type: name }, deps);
    return found
      ? { name, state: 'ready', ending: found.ending, size: found.size, made: false, date: found.at }
      : { ...none, state: 'missing' };
  }
  const contract = await newestContract('own', account, deps);
  if (!contract) return { ...none, state: 'missing' };
  const { signed_at, countersignature } = contract.contract;
  const document = newestPdfOf(contract.contract);
  const pdf = await documentsCollection.model(deps.portal).findById(document, { size: 1 }).lean();
  const size = pdf?.size ?? null;
  const date = signed_at.toISOString();
  const second = countersignature && { countersignedAt: countersignature.at.toISOString() };
  return { name, state: 'ready', ending: 'pdf', size, made: false, date, ...second };
}

/**
 * Gives a client one of their documents. It is on the audit record before the file leaves.
 *
 * @throws DomainError `forbidden` for a document of an account that staff have not confirmed, `not-found` where there is
 * none, `too-many` after 60 in an hour.
 */
export async function downloadFile(
  { clientId, name }: { clientId: string; name: DownloadName },
  deps: Dependencies,
): Promise<DownloadedFile> {
  const account = await readAccount({ id: clientId }, deps);
  if (!isPaperForm(name) && !account.isConfirmed)
    throw new DomainError('forbidden', 'You can download this document once your account is confirmed.');
  await deps.limits.reserve(caseworkLimits.clientDownload, clientId);
  const file = await openFile(name, account, deps);
  await recordClientCall(
    clientEvent(clientId, 'downloads.documentFile', { details: { download: name } }),
    deps,
  );
  return file;
}

async function openFile(
  name: DownloadName,
  account: ClientAccount,
  deps: Dependencies,
): Promise<DownloadedFile> {
  if (isPaperForm(name)) {
    const facts = account.isConfirmed ? await readKnownFacts(account, deps) : nothingKnown;
    return pdfFile(name, await renderPaperForm(name, facts, deps));
  }
  if (name === 'evidence-of-filing') {
    const found = await newestDocument({ id: account.id, type: name }, deps);
    if (!found) throw notThere();
    const file = await readDocumentFile({ id: account.id, document: found.id }, deps);
    return { ...file, fileName: `${name}.${found.ending}` };
  }
  const contract = await newestContract('own', account, deps);
  if (!contract) throw notThere();
  return pdfFile(name, (await deps.documents.read(newestPdfOf(contract.contract).toHexString())).content);
}

function notThere(): DomainError {
  return new DomainError('not-found', 'This document is not there yet.');
}

function pdfFile(name: DownloadName, bytes: Buffer): DownloadedFile {
  return {
    fileName: `${name}.pdf`,
    contentType: 'application/pdf',
    size: bytes.length,
    content: slices(bytes),
  };
}

async function renderPaperForm(
  name: PaperFormName,
  facts: KnownFacts,
  { readFirm, pdfRenderer }: Pick<Deps, 'readFirm' | 'pdfRenderer'>,
): Promise<Buffer> {
  const { name: firm, phone } = await readFirm();
  const returnTo = [firm, phone].filter(Boolean).join('\n');
  return pdfRenderer.render(
    fillPaperForm(paperForms[name], { ...facts, returnTo }, { firm, date: new Date() }),
  );
}

/** Sizes of the forms as they are before anything is filled in: they change with a new version only. */
const blankSizes = new Map<PaperFormName, Promise<number>>();

/** @returns bytes; null while too much is being printed to find out. */
async function sizeOfBlank(name: PaperFormName, deps: Dependencies): Promise<number | null> {
  const size = blankSizes.get(name) ?? renderPaperForm(name, nothingKnown, deps).then(({ length }) => length);
  blankSizes.set(name, size);
  try {
    return await size;
  } catch {
    blankSizes.delete(name);
    return null;
  }
}

function isPaperForm(name: DownloadName): name is PaperFormName {
  return Object.hasOwn(paperForms, name);
}
