import type { Deps } from '../connect.ts';
import { readFirm } from '../content/read-site.ts';
import { makeAnswersPdf } from '../documents/make-answers-pdf.ts';
import { findSubmission, openSubmission } from './list-submissions.ts';
import type { SubmissionKind } from './submission-kind.ts';

/**
 * Prints a submission for staff, when they ask for it; nothing of it is stored.
 *
 * @throws DomainError `not-found`. @returns the PDF in base64, and a file name without anything personal.
 */
export async function printSubmission(
  kind: SubmissionKind,
  id: string,
  deps: Pick<Deps, 'portal' | 'keys' | 'payload' | 'content' | 'printer' | 'log'>,
): Promise<{ fileName: string; content: string }> {
  const found = await findSubmission(kind, id, deps);
  const { definition, answers } = await openSubmission(kind, found, deps);
  const { reference, created_at: date } = found;
  const firm = (await readFirm(deps)).name;
  const bytes = await makeAnswersPdf(
    definition,
    answers,
    { title: definition.ui.title, firm, reference, date },
    deps.printer,
  );
  deps.log.info('submission printed by staff', { form: kind.form, reference });
  return { fileName: `${reference}.pdf`, content: bytes.toString('base64') };
}
