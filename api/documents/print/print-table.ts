import type { PaperPart, PaperRow } from '../paper.ts';
import type { Pen, Style } from './pen.ts';

const labelWidth = 180;
const between = 16;

/** Prints questions and answers side by side, each row headed by its question. */
export function printTable(
  { caption, rows }: Extract<PaperPart, { kind: 'table' }>,
  pen: Pen,
  root: PDFKit.PDFStructureElement,
): void {
  const { doc } = pen;
  const table = doc.struct('Table', { title: caption });
  root.add(table);
  for (const row of rows) printRow(row, pen, table);
  table.end();
  doc.y += 10;
}

function printRow({ label, value }: PaperRow, pen: Pen, table: PDFKit.PDFStructureElement): void {
  const { doc } = pen;
  const left = doc.page.margins.left;
  const head: Style = { x: left, width: labelWidth, weight: 'bold', gap: 0 };
  const cell: Style = { x: left + labelWidth + between, gap: 0 };
  const tall = Math.max(pen.height(label, head), pen.height(value, cell));
  // A long answer runs over pages; a row that fits on one is not torn.
  pen.makeRoom(Math.min(tall, 400) + 8);
  const row = doc.struct('TR');
  table.add(row);
  const page = doc.page;
  const top = doc.y;
  const heading = doc.struct('TH', { scope: 'Row' } as never, () => pen.write(label, head));
  row.add(heading);
  heading.end();
  const below = doc.y;
  doc.y = top;
  pen.draw(row, 'TD', value, cell);
  row.end();
  if (doc.page === page) doc.y = Math.max(below, doc.y);
  doc.y += 5;
  pen.rule();
}
