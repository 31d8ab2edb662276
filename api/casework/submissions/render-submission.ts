import { longEasternDateTime } from '@claimdesk/forms/eastern-time';
import { referralText } from '#api/casework/referral.ts';
import type { Deps } from '#api/platform/deps.ts';
import { answerParts } from './answers-pdf-document.ts';
import { findSubmission, showSubmission } from './list-submissions.ts';
import type { Submission } from './submission.model.ts';
import type { SubmissionKind } from './submission-kind.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'readFirm' | 'pdfRenderer' | 'log'>;

/**
 * Renders a submission as a PDF for staff, on request; the PDF is not stored.
 *
 * @throws DomainError `not-found`. @returns the PDF in base64, and a file name without personal data.
 */
export async function renderSubmission(
  kind: SubmissionKind,
  { id }: { id: string },
  { deps }: { deps: Dependencies },
): Promise<{ fileName: string; content: string }> {
  const found = await findSubmission(kind, id, deps);
  const bytes = await renderRecord(kind, found, deps);
  const { reference } = found;
  deps.log.info('submission printed by staff', { form: kind.form, reference });
  return { fileName: `${reference}.pdf`, content: bytes.toString('base64') };
}

/**
 * @returns the PDF of a submission, the same for staff and its sender: in the form's words at the time, without what it marks as
 * masked.
 */
export async function renderRecord(
  kind: SubmissionKind,
  record: Submission,
  deps: Dependencies,
): Promise<Buffer> {
  const { definition, answers } = await showSubmission(kind, record, deps);
  const { reference, referral, created_at: date } = record;
  const notes = [
    `Sent on ${longEasternDateTime(date)} (Eastern time).`,
    ...(referral ? [`Attorney asked about: ${referralText(referral)}`] : []),
  ];
  return deps.pdfRenderer.render({
    title: definition.ui.title,
    firm: (await deps.readFirm()).name,
    reference,
    date,
    parts: [
      ...notes.map((text) => ({ kind: 'paragraph' as const, text })),
      ...answerParts(definition, answers),
    ],
  });
}
