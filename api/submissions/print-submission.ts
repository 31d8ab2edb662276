import type { Deps } from '../connect.ts';
import { readFirm } from '../content/read-site.ts';
import { makeAnswersPdf } from '../documents/make-answers-pdf.ts';
import { findSubmission, openSubmission } from './list-submissions.ts';
import type { Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

type Needs = Pick<Deps, 'portal' | 'keys' | 'payload' | 'content' | 'printer'>;

/**
 * Prints a submission for staff, when they ask for it; nothing of it is stored.
 *
 * @throws DomainError `not-found`. @returns the PDF in base64, and a file name without anything personal.
 */
export async function printSubmission(
  kind: SubmissionKind,
  id: string,
  deps: Needs & Pick<Deps, 'log'>,
): Promise<{ fileName: string; content: string }> {
  const found = await findSubmission(kind, id, deps);
  const bytes = await printRecord(kind, found, deps);
  const { reference } = found;
  deps.log.info('submission printed by staff', { form: kind.form, reference });
  return { fileName: `${reference}.pdf`, content: bytes.toString('base64') };
}

/** @returns the PDF of a submission: the same one for staff and for its sender. */
export async function printRecord(kind: SubmissionKind, record: Submission, deps: Needs): Promise<Buffer> {
  const { definition, answers } = await openSubmission(kind, record, deps);
  const { reference, created_at: date } = record;
  const firm = (await readFirm(deps)).name;
  const about = { title: definition.ui.title, firm, reference, date };
  return makeAnswersPdf(definition, answers, about, deps.printer);
}
