import { layOutText } from './lay-out-text.ts';
import type { Face, Typeface, Weight } from './typeface.ts';

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
/** Points between two lines. */
const lineGap = 3.5;

export function makePdfWriter(doc: PDFKit.PDFDocument, typeface: Typeface): PdfWriter {
  const left = doc.page.margins.left;
  const right = doc.page.width - doc.page.margins.right;
  // The types allow only names and bytes of fonts, but the library takes opened ones too.
  for (const { name, source } of typeface.faces) doc.registerFont(name, source as Uint8Array);

  function layOut(text: string, style: Style) {
    const { size = bodySize, weight = 'regular', x = left, width = right - x } = style;
    doc.fontSize(size);
    const measure = (face: Face, letters: string) =>
      doc.font(face.name).widthOfString(letters, featuresOf(face));
    return layOutText(text, { weight, size, width, typeface, measure });
  }

  function write(text: string, style: Style = {}): void {
    const { x = left, size = bodySize } = style;
    const lines = layOut(text, style);
    doc.y = style.y ?? doc.y;
    for (const { pieces, ascent, height } of lines) {
      if (doc.y + height > doc.page.height - doc.page.margins.bottom) {
        doc.continueOnNewPage();
        doc.y = doc.page.margins.top;
      }
      const top = doc.y;
      for (const { face, text: letters, ...piece } of pieces) {
        const place = [x + piece.x, top + ascent] as const;
        const options = { lineBreak: false, baseline: 'alphabetic', ...featuresOf(face) } as const;
        doc.font(face.name).text(letters, ...place, options);
        drawParts(face, size, letters, ...place);
      }
      doc.y = top + height + lineGap;
    }
    doc.x = x;
  }

  /** Draws what the font leaves to be drawn as shapes, in which y grows upward. */
  function drawParts({ source }: Face, size: number, text: string, x: number, y: number): void {
    if (source instanceof Uint8Array) return;
    const scale = size / source.unitsPerEm;
    for (const part of source.partsOf(text)) {
      doc
        .save()
        .translate(x + part.x * scale, y - part.y * scale)
        .scale(scale, -scale);
      doc.path(part.path).fill().restore();
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
    height: (text, style = {}) => layOut(text, style).reduce((sum, line) => sum + line.height + lineGap, 0),
    width: (text, style = {}) =>
      Math.max(...layOut(text, { ...style, width: Infinity }).map((line) => line.width)),
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

/** Without features PDFKit shapes word by word, which puts words that are read from right to left into the wrong order. */
function featuresOf({ source }: Face): { features?: [] } {
  return source instanceof Uint8Array ? {} : { features: [] };
}
