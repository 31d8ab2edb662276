import PDFDocument from 'pdfkit';
import { drawBlank, drawChoices, drawGrid } from './draw-blanks.ts';
import type { PdfDocument, PdfPart, PdfRow } from './pdf-document.ts';
import { makePdfWriter, type PdfWriter, type Style } from './pdf-writer.ts';
import { openTypeface } from './typeface.ts';

const margin = 64;
/** Said on the first page, so that nobody takes what is shown for what was typed. */
const inexactNote =
  'Some letters or signs are not in the typeface of this document. A code in brackets, such as [U+0C24], stands for each of them. The record keeps them as they were typed, and this file reads them out.';
const sizes = { 1: 20, 2: 15, 3: 12.5 } as const;

/**
 * Renders a document as PDF, tagged for screen readers (PDF/UA): title, language, headings, lists and tables are marked
 * up, all text has one reading order, page footers are not read out.
 *
 * @returns the file's bytes; the same document always renders to the same bytes.
 */
export async function renderPdf(document: PdfDocument): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin,
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    bufferPages: true,
    // None until the first text, so that the library never falls back to one that is not embedded.
    font: '',
    info: {
      Title: document.reference ? `${document.title}, reference ${document.reference}` : document.title,
      Author: document.firm,
      Subject: document.reference ? `Reference ${document.reference}` : document.title,
      Creator: document.firm,
      Producer: 'claimdesk',
      CreationDate: document.date,
      ModDate: document.date,
    },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const texts = [...textsIn(document)];
  const bold = [document.title, ...document.parts.flatMap(boldTextsIn)];
  const writer = makePdfWriter(doc, await openTypeface({ regular: texts, bold }));
  const root = doc.struct('Document');
  doc.addStructure(root);
  const top = [document.firm, document.reference && `Reference ${document.reference}`]
    .filter(Boolean)
    .join(' · ');
  if (top) writer.draw(root, 'P', top, { size: 10, gap: 4 });
  writer.draw(root, 'H1', document.title, { size: 24, weight: 'bold', gap: 16 });
  if (!texts.every((text) => writer.exact(text))) writer.draw(root, 'P', inexactNote);
  for (const part of document.parts) drawPart(part, writer, root);
  root.end();
  numberPages(document, writer);
  doc.end();
  await finished;
  return Buffer.concat(chunks);
}

/** @yields each text of a document or of a part of one. */
function* textsIn(part: unknown): Generator<string> {
  if (typeof part === 'string') yield part;
  else if (typeof part === 'object' && part) for (const each of Object.values(part)) yield* textsIn(each);
}

/** @returns what may be bold; a long answer, whose fonts take time to open, never is. */
function boldTextsIn(part: PdfPart): string[] {
  if (part.kind === 'paragraph' || part.kind === 'list') return [];
  if (part.kind === 'table') return part.rows.map(({ label }) => label);
  return [...textsIn(part)];
}

function drawPart(part: PdfPart, writer: PdfWriter, root: PDFKit.PDFStructureElement): void {
  if (part.kind === 'heading') drawHeading(part, writer, root);
  if (part.kind === 'paragraph') drawParagraph(part.text, writer, root);
  if (part.kind === 'list') drawList(part.items, writer, root);
  if (part.kind === 'table') drawTable(part, writer, root);
  if (part.kind === 'signature') drawSignature(part, writer, root);
  if (part.kind === 'blank') drawBlank(part, writer, root);
  if (part.kind === 'choices') drawChoices(part, writer, root);
  if (part.kind === 'grid') drawGrid(part, writer, root);
}

/** A short paragraph is kept on one page; a long one may continue on the next. */
function drawParagraph(text: string, writer: PdfWriter, root: PDFKit.PDFStructureElement): void {
  const height = writer.height(text);
  if (height < 90) writer.makeRoom(height);
  writer.draw(root, 'P', text);
}

function drawHeading(
  { level, text, newPage }: Extract<PdfPart, { kind: 'heading' }>,
  writer: PdfWriter,
  root: PDFKit.PDFStructureElement,
): void {
  // Never leave a heading alone at the foot of a page.
  if (newPage) writer.doc.addPage();
  else writer.makeRoom(level === 1 ? 120 : 80);
  if (!newPage) writer.doc.y += 10;
  writer.doc.outline.addItem(text);
  // The title is the H1, so headings start one level down.
  writer.draw(root, `H${level + 1}`, text, { size: sizes[level], weight: 'bold', gap: 6 });
}

function drawList(items: string[], writer: PdfWriter, root: PDFKit.PDFStructureElement): void {
  const { doc } = writer;
  const list = doc.struct('L');
  root.add(list);
  for (const item of items) {
    const entry = doc.struct('LI');
    list.add(entry);
    writer.makeRoom(30);
    const top = doc.y;
    writer.draw(entry, 'Lbl', '•', { x: margin + 6, gap: 0 });
    doc.y = top;
    writer.draw(entry, 'LBody', item, { x: margin + 22, gap: 4 });
    entry.end();
  }
  list.end();
  doc.y += 4;
}

function drawSignature(
  { name, lines }: Extract<PdfPart, { kind: 'signature' }>,
  writer: PdfWriter,
  root: PDFKit.PDFStructureElement,
): void {
  writer.makeRoom(110);
  writer.doc.y += 10;
  writer.draw(root, 'P', name, { size: 19, weight: 'bold', gap: 4 });
  writer.rule();
  for (const line of lines) writer.draw(root, 'P', line, { gap: 3 });
  writer.doc.y += 8;
}

/** Adds the footer of every page, marked as an artifact so that screen readers skip it. */
function numberPages({ title, reference }: PdfDocument, { doc, write }: PdfWriter): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Writing below the bottom margin would open a new page.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    const place = `Page ${page - start + 1} of ${count}`;
    const text = [title, reference && `Reference ${reference}`, place].filter(Boolean).join(' · ');
    write(text, { size: 9, x: margin, y: doc.page.height - 44 });
    doc.endMarkedContent();
  }
}

const labelWidth = 180;
const between = 16;
/** Room to write in by hand. */
const blankHeight = 24;

/** Draws questions and answers side by side, each row headed by its question. */
function drawTable(
  { caption, rows }: Extract<PdfPart, { kind: 'table' }>,
  writer: PdfWriter,
  root: PDFKit.PDFStructureElement,
): void {
  const { doc } = writer;
  const table = doc.struct('Table', { title: caption });
  root.add(table);
  for (const row of rows) drawRow(row, writer, table);
  table.end();
  doc.y += 10;
}

function drawRow({ label, value }: PdfRow, writer: PdfWriter, table: PDFKit.PDFStructureElement): void {
  const { doc } = writer;
  const left = doc.page.margins.left;
  const head: Style = { x: left, width: labelWidth, weight: 'bold', gap: 0 };
  const cell: Style = { x: left + labelWidth + between, gap: 0 };
  const height = Math.max(writer.height(label, head), value ? writer.height(value, cell) : blankHeight);
  // A long answer may span pages; a row that fits on one is not split.
  writer.makeRoom(Math.min(height, 400) + 8);
  const row = doc.struct('TR');
  table.add(row);
  const page = doc.page;
  const top = doc.y;
  const heading = doc.struct('TH', { scope: 'Row' } as never, () => writer.write(label, head));
  row.add(heading);
  heading.end();
  const below = doc.y;
  doc.y = top;
  writer.draw(row, 'TD', value, cell);
  row.end();
  if (doc.page === page) doc.y = Math.max(below, value ? doc.y : top + blankHeight);
  doc.y += 5;
  writer.rule();
}
