import { caseworkLimits } from '#api/casework/limits.ts';
import { referencePattern } from '#api/casework/submissions/reference.ts';
import type { RequestContext } from '#api/platform/context.ts';
import type { Deps } from '#api/platform/deps.ts';
import { documentsCollection, type StoredDocument } from '#api/platform/documents/document.model.ts';
import { fingerprintOf } from '#api/platform/documents/make-documents.ts';
import { DomainError } from '#api/platform/domain-error.ts';

/** 2 MiB: forty times our longest document. */
export const maxFileBytes = 2 * 1024 * 1024;

/** What anyone may learn about a document: when and by whom it was signed, and nothing of its content. */
export interface KnownDocument {
  reference: string;
  /** When the client signed. ISO 8601. */
  signedAt: string;
  /** When our representative signed the contract; null until then. */
  countersignedAt: string | null;
  /** Whether this document has both signatures. One of the client alone stays genuine when there is another with both. */
  hasBoth: boolean;
  textVersion: string;
  /** SHA-256 of the signed file, hexadecimal; null until it is rendered. */
  fingerprint: string | null;
}

export type Verdict =
  /** The file is the signed one, byte for byte. */
  | ({ kind: 'genuine' } & KnownDocument)
  /** The file, or the reference entered with it, names one of our documents, but its content differs. */
  | ({ kind: 'changed'; found: string } & KnownDocument)
  /** Only a reference was checked. */
  | ({ kind: 'known' } & KnownDocument)
  | { kind: 'unknown-file'; found: string }
  | { kind: 'unknown-reference' };

export interface VerifyRequest {
  file?: Uint8Array | undefined;
  reference?: string | undefined;
}

/**
 * Checks by its fingerprint whether a file is a document that was signed here, or whether a reference is known.
 *
 * @throws DomainError `bad-input` when there is nothing to check or the file is not a PDF, `too-many` after 30 checks in
 * 10 minutes.
 */
export async function verifyDocument(
  request: VerifyRequest,
  { deps, address }: RequestContext,
): Promise<Verdict> {
  const { file } = request;
  const reference = normalizeReference(request.reference);
  if (!file?.length && !request.reference?.trim())
    throw refusal('file', 'Choose a PDF file, or type a reference');
  if (request.reference?.trim() && !reference) {
    throw refusal('reference', 'Type the reference as it appears on the contract, like K7QH-M9XC');
  }
  if (file?.length) requirePdf(file);
  await deps.limits.reserve(caseworkLimits.verify, address);
  return file?.length ? checkFile(file, reference, deps) : checkReference(reference ?? '', deps);
}

/** A PDF begins with `%PDF-`, though some programs put a few bytes before it. */
function requirePdf(file: Uint8Array): void {
  if (file.length > maxFileBytes) throw refusal('file', 'Choose a PDF file of 2 MB or less');
  if (!Buffer.from(file.subarray(0, 1_024)).includes('%PDF-')) {
    throw refusal('file', 'This file is not a PDF. Choose the PDF file that we sent you');
  }
}

async function checkFile(file: Uint8Array, reference: string | undefined, deps: Deps): Promise<Verdict> {
  const found = fingerprintOf(file);
  const same = await documentsCollection.model(deps.portal).findOne({ sha256: found }).lean<StoredDocument>();
  // A genuine file with a reference other than the typed one is not the document in question.
  if (same && (!reference || same.reference === reference)) {
    const newest = await findNewest(same.reference, deps);
    return { kind: 'genuine', ...toKnown(same, newest ?? same) };
  }
  const named = reference ?? same?.reference ?? referenceIn(file);
  const other = named ? await findNewest(named, deps) : null;
  return other ? { kind: 'changed', found, ...toKnown(other) } : { kind: 'unknown-file', found };
}

async function checkReference(reference: string, deps: Deps): Promise<Verdict> {
  const found = await findNewest(reference, deps);
  return found ? { kind: 'known', ...toKnown(found) } : { kind: 'unknown-reference' };
}

/** @returns the document with both signatures, where there is one; else that of the client alone. */
function findNewest(reference: string, { portal }: Deps): Promise<StoredDocument | null> {
  return documentsCollection
    .model(portal)
    .findOne({ reference })
    .sort({ countersigned_at: -1 })
    .lean<StoredDocument>();
}

/** @param newest of the same contract. */
function toKnown(document: StoredDocument, newest = document): KnownDocument {
  const { reference, signed_at, countersigned_at, text_version, sha256 } = document;
  return {
    reference,
    signedAt: signed_at.toISOString(),
    countersignedAt: newest.countersigned_at?.toISOString() ?? null,
    hasBoth: countersigned_at !== undefined,
    textVersion: text_version,
    fingerprint: sha256 ?? null,
  };
}

/** Our PDFs contain their reference in their properties, which most programs preserve when saving a copy. */
function referenceIn(file: Uint8Array): string | undefined {
  const text = Buffer.from(file).toString('latin1');
  return /Reference ([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(text)?.[1];
}

function normalizeReference(typed: string | undefined): string | undefined {
  const letters = typed?.toUpperCase().replaceAll(/[^0-9A-Z]/g, '') ?? '';
  const reference = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  return referencePattern.test(reference) ? reference : undefined;
}

function refusal(field: 'file' | 'reference', message: string): DomainError {
  return new DomainError('bad-input', message, { title: 'There is a problem', fields: { [field]: message } });
}
