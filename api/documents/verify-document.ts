import type { Deps } from '../connect.ts';
import type { RequestContext } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { referencePattern } from '../intake/reference.ts';
import { documentModel, type StoredDocument } from './document.model.ts';
import { fingerprintOf } from './make-documents.ts';

/** 2 MiB: forty times the longest document that we make. */
export const fileAtMost = 2 * 1024 * 1024;

/** What may be told about a document to anybody: when it was signed, and nothing of what it holds. */
export interface Known {
  reference: string;
  /** ISO 8601. */
  signedAt: string;
  textVersion: string;
  /** SHA-256 of the file that was signed, hexadecimal; null while it is being made. */
  fingerprint: string | null;
}

export type Verdict =
  /** The file is what was signed, byte for byte. */
  | ({ kind: 'genuine' } & Known)
  /** The file names a document of ours, or was said to be one, and is not the one that was signed. */
  | ({ kind: 'changed'; found: string } & Known)
  /** Only the reference was given. */
  | ({ kind: 'known' } & Known)
  | { kind: 'unknown-file'; found: string }
  | { kind: 'unknown-reference' };

export interface Question {
  file?: Uint8Array | undefined;
  reference?: string | undefined;
}

/**
 * Says whether a file is a document that was signed here, by its fingerprint; or whether a reference is known.
 *
 * @throws DomainError `bad-input` when there is nothing to check or the file is no PDF, `too-many` after 30 checks in
 * 10 minutes.
 */
export async function verifyDocument(
  question: Question,
  { deps, address }: RequestContext,
): Promise<Verdict> {
  const { file } = question;
  const reference = tidyReference(question.reference);
  if (!file?.length && !question.reference?.trim())
    throw fault('file', 'Choose a PDF file, or type a reference');
  if (question.reference?.trim() && !reference) {
    throw fault('reference', 'Type the reference as it stands on the contract, like K7QH-M9XC');
  }
  if (file?.length) refuseOthers(file);
  await deps.limits.reserve('verify', address);
  return file?.length ? judgeFile(file, reference, deps) : judgeReference(reference ?? '', deps);
}

/** A PDF begins with its mark, though some programs put a few bytes before it. */
function refuseOthers(file: Uint8Array): void {
  if (file.length > fileAtMost) throw fault('file', 'Choose a PDF file of 2 MB or less');
  if (!Buffer.from(file.subarray(0, 1_024)).includes('%PDF-')) {
    throw fault('file', 'This file is not a PDF. Choose the PDF file that we sent you');
  }
}

async function judgeFile(file: Uint8Array, reference: string | undefined, deps: Deps): Promise<Verdict> {
  const found = fingerprintOf(file);
  const same = await find({ sha256: found }, deps);
  // A genuine file of another reference than the one that was typed is not what was asked about.
  if (same && (!reference || same.reference === reference)) return { kind: 'genuine', ...toKnown(same) };
  const named = reference ?? same?.reference ?? referenceIn(file);
  const other = named ? await find({ reference: named }, deps) : null;
  return other ? { kind: 'changed', found, ...toKnown(other) } : { kind: 'unknown-file', found };
}

async function judgeReference(reference: string, deps: Deps): Promise<Verdict> {
  const found = await find({ reference }, deps);
  return found ? { kind: 'known', ...toKnown(found) } : { kind: 'unknown-reference' };
}

function find(
  by: { sha256: string } | { reference: string },
  { portal }: Deps,
): Promise<StoredDocument | null> {
  return documentModel(portal).findOne(by).lean<StoredDocument>();
}

function toKnown({ reference, signed_at, text_version, sha256 }: StoredDocument): Known {
  return {
    reference,
    signedAt: signed_at.toISOString(),
    textVersion: text_version,
    fingerprint: sha256 ?? null,
  };
}

/** Our documents name their reference in their properties, where most programs leave it when they save a file anew. */
function referenceIn(file: Uint8Array): string | undefined {
  const text = Buffer.from(file).toString('latin1');
  return /Reference ([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(text)?.[1];
}

function tidyReference(typed: string | undefined): string | undefined {
  const letters = typed?.toUpperCase().replaceAll(/[^0-9A-Z]/g, '') ?? '';
  const reference = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  return referencePattern.test(reference) ? reference : undefined;
}

function fault(field: 'file' | 'reference', message: string): DomainError {
  return new DomainError('bad-input', message, { title: 'There is a problem', fields: { [field]: message } });
}
