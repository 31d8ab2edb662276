import type { PdfGrid, PdfPart } from './pdf-document.ts';
import type { PdfWriter, Style } from './pdf-writer.ts';

/** Points between ruled lines: enough for a hand that shakes. */
const lineHeight = 26;
const boxSize = 11;
const boxGap = 7;
const ink = '#3f4f5c';
/** What a screen reader says of a box, which has no letters. */
const boxText = 'Box to check:';

/** Draws a question with ruled lines to write on. The first ones stay beside the question. */
export function drawBlank(
  { label, lines }: Extract<PdfPart, { kind: 'blank' }>,
  writer: PdfWriter,
  root: PDFKit.PDFStructureElement,
): void {
  const { doc } = writer;
  writer.makeRoom(writer.height(label) + Math.min(lines, 4) * lineHeight + 6);
  writer.draw(root, 'P', label, { gap: 0 });
  for (let line = 0; line < lines; line += 1) {
    writer.makeRoom(lineHeight);
    doc.y += lineHeight - 6;
    writer.rule();
  }
  doc.y += 8;
}

/** Draws a question with boxes to check, as many on a line as there is room for. */
export function drawChoices(
  { label, options }: Extract<PdfPart, { kind: 'choices' }>,
  writer: PdfWriter,
  root: PDFKit.PDFStructureElement,
): void {
  const { doc } = writer;
  const { left, right } = doc.page.margins;
  const end = doc.page.width - right;
  writer.makeRoom(writer.height(label) + 50);
  writer.draw(root, 'P', label, { gap: 3 });
  const list = doc.struct('L');
  root.add(list);
  let [x, y] = [left, doc.y];
  for (const option of options) {
    const width = Math.min(writer.width(option) + 2, end - left - boxSize - boxGap);
    if (x > left && x + boxSize + boxGap + width > end) {
      [x, y] = [left, y + 20];
      doc.y = y;
      writer.makeRoom(20);
      y = doc.y;
    }
    const item = doc.struct('LI');
    list.add(item);
    item.add(doc.struct('Lbl', { actual: boxText }, () => drawBox(writer, x, y + 2)));
    doc.y = y;
    writer.draw(item, 'LBody', option, { x: x + boxSize + boxGap, y, width: width + 1, gap: 0 });
    item.end();
    x += boxSize + boxGap + width + 20;
  }
  list.end();
  doc.y = y + 28;
  doc.x = left;
}

/** Draws a table whose cells are filled in by hand. Its head is repeated on each page. */
export function drawGrid(grid: PdfGrid, writer: PdfWriter, root: PDFKit.PDFStructureElement): void {
  const { doc } = writer;
  const { caption, columns } = grid;
  const rows = [...(grid.filled ?? []), ...grid.rows.map((label) => [label])];
  const widths = columnWidths(grid, writer);
  const smallBold: Style = { size: 10, weight: 'bold', gap: 0 };
  const headHeight =
    Math.max(...columns.map((text, at) => writer.height(text, cell(smallBold, widths, at, writer)))) + 8;
  const heightOf = (texts: readonly string[]) =>
    Math.max(
      grid.cells === 'box' ? 22 : 34,
      ...texts.map((text, at) => writer.height(text, cell({ size: 10.5 }, widths, at, writer)) + 8),
    );
  writer.makeRoom(writer.height(caption) + headHeight + heightOf(rows[0] ?? []) + heightOf([]) + 10);
  writer.draw(root, 'P', caption, { weight: 'bold', gap: 4 });
  const table = doc.struct('Table', { title: caption });
  root.add(table);
  const head = () => {
    drawRow(writer, widths, headHeight, (top) => {
      const row = doc.struct('TR');
      table.add(row);
      for (const [at, text] of columns.entries()) {
        const style = cell({ ...smallBold, y: top + 4 }, widths, at, writer);
        row.add(doc.struct('TH', { scope: 'Column' } as never, () => writer.write(text, style)));
      }
      row.end();
    });
  };
  head();
  for (const texts of rows) {
    const height = heightOf(texts);
    const page = doc.page;
    writer.makeRoom(height);
    if (doc.page !== page) head();
    drawRow(writer, widths, height, (top) => {
      const row = doc.struct('TR');
      table.add(row);
      for (const at of columns.keys()) {
        const style = cell({ size: 10.5, gap: 0, y: top + 4 }, widths, at, writer);
        const text = texts[at];
        if (text) {
          // Letters that the typeface lacks are still there for screen readers and for copying.
          const actual = writer.exact(text) ? {} : { actual: text };
          const write = () => writer.write(text, style);
          if (at > 0) row.add(doc.struct('TD', actual, write));
          else row.add(doc.struct('TH', { scope: 'Row', ...actual } as never, write));
        } else if (at > 0 && grid.cells === 'box') {
          const x = (style.x ?? 0) + ((style.width ?? 0) - boxSize) / 2;
          const actual = { actual: `${boxText} ${columns[at]}` };
          row.add(doc.struct('TD', actual, () => drawBox(writer, x, top + (height - boxSize) / 2)));
        } else row.add(doc.struct('TD'));
      }
      row.end();
    });
  }
  table.end();
  doc.y += 14;
  doc.x = doc.page.margins.left;
}

/** Draws the content of a row, then its lines, which screen readers skip, and continues below it. */
function drawRow(writer: PdfWriter, widths: number[], height: number, fill: (top: number) => void): void {
  const { doc } = writer;
  const { left } = doc.page.margins;
  const top = doc.y;
  fill(top);
  doc.markContent('Artifact', { type: 'Layout' });
  let x = left;
  for (const width of widths) {
    doc.rect(x, top, width, height).lineWidth(0.75).strokeColor(ink).stroke();
    x += width;
  }
  doc.endMarkedContent();
  doc.y = top + height;
}

/** Boxes need little room beside their labels; handwriting needs the same everywhere. */
function columnWidths({ columns, cells }: PdfGrid, { doc }: PdfWriter): number[] {
  const { left, right } = doc.page.margins;
  const whole = doc.page.width - left - right;
  if (cells === 'room') return columns.map(() => whole / columns.length);
  const box = Math.min(82, (whole * 0.66) / (columns.length - 1));
  return columns.map((_, at) => (at === 0 ? whole - box * (columns.length - 1) : box));
}

/** @returns the style with the place of a column's text. */
function cell(style: Style, widths: number[], at: number, { doc }: PdfWriter): Style {
  const before = widths.slice(0, at).reduce((sum, each) => sum + each, 0);
  return { ...style, x: doc.page.margins.left + before + 5, width: (widths[at] ?? 0) - 10 };
}

function drawBox({ doc }: PdfWriter, x: number, y: number): void {
  doc.rect(x, y, boxSize, boxSize).lineWidth(1).strokeColor(ink).stroke();
}
