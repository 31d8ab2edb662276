import type { PdfPart, PdfRow } from './pdf-document.ts';
import type { PdfWriter, Style } from './pdf-writer.ts';

const labelWidth = 180;
const between = 16;
/** Room to write in by hand. */
const blankHeight = 24;

/** Draws questions and answers side by side, each row headed by its question. */
export function drawTable(
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
