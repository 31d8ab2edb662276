import type { Typeface, Weight } from './typeface.ts';

export interface Style {
  /** Points. */
  size?: number;
  weight?: Weight;
  x?: number;
  y?: number;
  width?: number;
  /** Points of space below. */
  gap?: number;
}

/** Writes into a document and tags each piece in its structure tree. */
export interface PdfWriter {
  doc: PDFKit.PDFDocument;
  /** Writes a text as one structure element. */
  draw(parent: PDFKit.PDFStructureElement, type: string, text: string, style?: Style): void;
  /** Writes a text that the caller has already tagged. */
  write(text: string, style?: Style): void;
  /** @returns whether the typeface has every letter of the text. */
  exact(text: string): boolean;
  /** @returns the height of the text in points. */
  height(text: string, style?: Style): number;
  /** @returns the width of the text on one line, in points. */
  width(text: string, style?: Style): number;
  /** Begins a new page unless this many points are left. */
  makeRoom(points: number): void;
  /** Draws a line across the page, hidden from screen readers. */
  rule(): void;
}

const bodySize = 11.5;
const lineGap = 3.5;

export function makePdfWriter(doc: PDFKit.PDFDocument, typeface: Typeface): PdfWriter {
  const left = doc.page.margins.left;
  const right = doc.page.width - doc.page.margins.right;
  const lettersOf = (text: string, { size = bodySize, weight = 'regular' }: Style) => {
    doc.fontSize(size).font(`latin-${weight}`);
    return typeface
      .runs(text, weight)
      .map((run) => run.text)
      .join('');
  };
  const options = ({ x = left, width = right - x }: Style) => ({ width, lineGap });

  function write(text: string, style: Style = {}): void {
    const runs = typeface.runs(text, style.weight ?? 'regular');
    doc.fontSize(style.size ?? bodySize).fillColor('#000000');
    for (const [index, run] of runs.entries()) {
      doc.font(run.font);
      const more = { ...options(style), continued: index < runs.length - 1 };
      if (index === 0) doc.text(run.text, style.x ?? left, style.y ?? doc.y, more);
      else doc.text(run.text, more);
    }
  }

  return {
    doc,
    write,
    exact: (text) => typeface.exact(text),
    draw(parent, type, text, style = {}) {
      // Letters that the typeface lacks are still there for screen readers and for copying.
      const exact = typeface.exact(text) ? {} : { actual: text };
      const element = doc.struct(type as never, exact, () => write(text, style));
      parent.add(element);
      element.end();
      doc.y += style.gap ?? 7;
      doc.x = left;
    },
    height: (text, style = {}) => doc.heightOfString(lettersOf(text, style), options(style)),
    width: (text, style = {}) => doc.widthOfString(lettersOf(text, style)),
    makeRoom(points) {
      if (doc.y + points > doc.page.height - doc.page.margins.bottom) doc.addPage();
    },
    rule() {
      doc.markContent('Artifact', { type: 'Layout' });
      doc.moveTo(left, doc.y).lineTo(right, doc.y).lineWidth(0.75).strokeColor('#3f4f5c').stroke();
      doc.endMarkedContent();
      doc.y += 6;
    },
  };
}
