import type { Answers, FormDefinition } from '@claimdesk/forms/definition';
import { longEasternDateTime } from '@claimdesk/forms/eastern-time';
import type { PdfDocument } from '#api/platform/documents/pdf/pdf-document.ts';
import type { PdfRenderer } from '#api/platform/documents/pdf/pdf-renderer.ts';
import { answerParts } from './answers-pdf-document.ts';

/**
 * Renders the answers to any form as a PDF, in the form's words at the time, without what it marks as masked.
 *
 * @param header the document's title, firm, reference and the time it was sent; `notes` appear below that time.
 */
export function renderAnswersPdf(
  definition: FormDefinition,
  answers: Answers,
  {
    notes = [],
    ...header
  }: Pick<PdfDocument, 'title' | 'firm' | 'reference' | 'date'> & { notes?: string[] },
  pdfRenderer: PdfRenderer,
): Promise<Buffer> {
  return pdfRenderer.render({
    ...header,
    parts: [
      { kind: 'paragraph', text: `Sent on ${longEasternDateTime(header.date)} (Eastern time).` },
      ...notes.map((text) => ({ kind: 'paragraph' as const, text })),
      ...answerParts(definition, answers),
    ],
  });
}
