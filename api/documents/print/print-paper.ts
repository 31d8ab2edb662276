import PDFDocument from 'pdfkit';
import type { Paper, PaperPart } from '../paper.ts';
import { makePen, type Pen } from './pen.ts';
import { printTable } from './print-table.ts';
import { addTypeface, firstFont } from './typeface.ts';

const margin = 64;
/** Said under a name that holds letters of another alphabet, so that nobody takes the printed form for the name. */
const inexactName =
  'Some letters of this name are not in the typeface of this document. The name is stored as it was typed, and this file reads it out in full.';
const sizes = { 1: 20, 2: 15, 3: 12.5 } as const;

/**
 * Prints a paper as PDF, tagged for screen readers (PDF/UA): title, language, headings, lists and tables are marked as
 * such, all text is in one reading order, running feet are not read out.
 *
 * @returns the file's bytes; the same paper gives the same bytes.
 */
export async function printPaper(paper: Paper): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin,
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    bufferPages: true,
    // The types know names of fonts only; bytes are taken as well.
    font: firstFont as never,
    info: {
      Title: `${paper.title}, reference ${paper.reference}`,
      Author: paper.firm,
      Subject: `Reference ${paper.reference}`,
      Creator: paper.firm,
      Producer: 'claimdesk',
      CreationDate: paper.date,
      ModDate: paper.date,
    },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const pen = makePen(doc, addTypeface(doc));
  const root = doc.struct('Document');
  doc.addStructure(root);
  const top = [paper.firm, `Reference ${paper.reference}`].filter(Boolean).join(' · ');
  pen.draw(root, 'P', top, { size: 10, gap: 4 });
  pen.draw(root, 'H1', paper.title, { size: 24, weight: 'bold', gap: 16 });
  for (const part of paper.parts) printPart(part, pen, root);
  root.end();
  numberPages(paper, pen);
  doc.end();
  await finished;
  return Buffer.concat(chunks);
}

function printPart(part: PaperPart, pen: Pen, root: PDFKit.PDFStructureElement): void {
  if (part.kind === 'heading') printHeading(part, pen, root);
  if (part.kind === 'paragraph') printParagraph(part.text, pen, root);
  if (part.kind === 'list') printList(part.items, pen, root);
  if (part.kind === 'table') printTable(part, pen, root);
  if (part.kind === 'signature') printSignature(part, pen, root);
}

/** A short paragraph stays whole; a long one may run over to the next page. */
function printParagraph(text: string, pen: Pen, root: PDFKit.PDFStructureElement): void {
  const tall = pen.height(text);
  if (tall < 90) pen.makeRoom(tall);
  pen.draw(root, 'P', text);
}

function printHeading(
  { level, text, newPage }: Extract<PaperPart, { kind: 'heading' }>,
  pen: Pen,
  root: PDFKit.PDFStructureElement,
): void {
  // A heading alone at the foot of a page belongs to nothing.
  if (newPage) pen.doc.addPage();
  else pen.makeRoom(level === 1 ? 120 : 80);
  if (!newPage) pen.doc.y += 10;
  pen.doc.outline.addItem(text);
  // The title is the first heading, so what follows it is one level down.
  pen.draw(root, `H${level + 1}`, text, { size: sizes[level], weight: 'bold', gap: 6 });
}

function printList(items: string[], pen: Pen, root: PDFKit.PDFStructureElement): void {
  const { doc } = pen;
  const list = doc.struct('L');
  root.add(list);
  for (const item of items) {
    const entry = doc.struct('LI');
    list.add(entry);
    pen.makeRoom(30);
    const top = doc.y;
    pen.draw(entry, 'Lbl', '•', { x: margin + 6, gap: 0 });
    doc.y = top;
    pen.draw(entry, 'LBody', item, { x: margin + 22, gap: 4 });
    entry.end();
  }
  list.end();
  doc.y += 4;
}

function printSignature(
  { name, lines }: Extract<PaperPart, { kind: 'signature' }>,
  pen: Pen,
  root: PDFKit.PDFStructureElement,
): void {
  pen.makeRoom(110);
  pen.doc.y += 10;
  pen.draw(root, 'P', name, { size: 19, weight: 'bold', gap: 4 });
  pen.rule();
  const notes = pen.exact(name) ? lines : [...lines, inexactName];
  for (const line of notes) pen.draw(root, 'P', line, { gap: 3 });
  pen.doc.y += 8;
}

/** The foot of every page: for paper, not for the ear, so it is marked as no part of the text. */
function numberPages({ title, reference }: Paper, { doc, write }: Pen): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Writing below the bottom margin would open a new page.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    const text = `${title} · Reference ${reference} · Page ${page - start + 1} of ${count}`;
    write(text, { size: 9, x: margin, y: doc.page.height - 44 });
    doc.endMarkedContent();
  }
}
