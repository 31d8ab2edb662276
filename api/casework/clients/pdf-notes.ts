import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';

/** Nobody types more than these onto a letter; a file made to hold millions would take too long to print. */
const mostNotes = 300;
const mostCharacters = 2_000;

/** Annotations whose text is not typed by a reader, or is part of the page. */
const notNotes = ['Link', 'Widget', 'Popup', 'FileAttachment', 'Sound', 'Movie', 'Screen', '3D', 'RichMedia'];

/**
 * Adds a last page to a PDF with the text of its notes. Viewers show it only when a note is pressed, and page images not at all; a
 * text box without an appearance stream is shown by few. What a text box with an appearance says is on its page already.
 */
export async function addNotesPage(pdf: PDFDocument): Promise<void> {
  const notes = notesOf(pdf);
  if (notes.length === 0) return;
  const shown = notes.slice(0, mostNotes);
  const more = notes.length - shown.length;
  // Fonts take longer to load than most documents to be rewritten, and few have notes.
  const { renderPdf } = await import('#api/platform/documents/pdf/render-pdf.ts');
  const rendered = await renderPdf({
    title: 'Notes in this PDF',
    firm: '',
    reference: null,
    // The same file becomes the same bytes.
    date: new Date(0),
    parts: [
      {
        kind: 'paragraph',
        text: 'This page was added when the file was received. It lists what was typed as notes onto the pages before it.',
      },
      { kind: 'list', items: shown.map(({ page, text }) => `Page ${page}: ${text}`) },
      ...(more > 0 ? [{ kind: 'paragraph' as const, text: `${more} more notes are not listed.` }] : []),
    ],
  });
  const printed = await PDFDocument.load(rendered);
  for (const page of await pdf.copyPages(printed, printed.getPageIndices())) {
    // A number in the structure of the document that it came from.
    page.node.delete(PDFName.of('StructParents'));
    pdf.addPage(page);
  }
}

interface Note {
  /** From 1. */
  page: number;
  text: string;
}

function notesOf(pdf: PDFDocument): Note[] {
  return pdf.getPages().flatMap((page, at) => {
    const annotations = page.node.lookup(PDFName.of('Annots'));
    if (!(annotations instanceof PDFArray)) return [];
    return annotations.asArray().flatMap((_, place) => {
      const annotation = annotations.lookup(place);
      const text = annotation instanceof PDFDict ? textOf(annotation) : '';
      return text ? { page: at + 1, text } : [];
    });
  });
}

function textOf(annotation: PDFDict): string {
  const subtype = annotation.lookup(PDFName.of('Subtype'));
  const kind = subtype instanceof PDFName ? subtype.decodeText() : '';
  const contents = annotation.lookup(PDFName.of('Contents'));
  if (notNotes.includes(kind) || (kind === 'FreeText' && annotation.has(PDFName.of('AP')))) return '';
  if (!(contents instanceof PDFString || contents instanceof PDFHexString)) return '';
  const text = contents.decodeText().replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ');
  return text.trim().slice(0, mostCharacters);
}
