import { fileURLToPath } from 'node:url';
import { PDFDocument } from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface DrawnPdf {
  bytes: Uint8Array;
  /** Pages rendered, and pages of the original. */
  drawn: number;
  pages: number;
}

interface DrawJob {
  bytes: Uint8Array;
  /** Rendering stops after the page that reaches one of these limits; the result says how many pages it has. */
  mostPages: number;
  mostBytes: number;
  withinMs: number;
}

const pointsPerInch = 72;
/** Resolution at which the small print of a letter is legible, as in the fine mode of a fax. */
const dotsPerInch = 150;
/** A letter with this resolution has 2.1 megapixels. Larger pages are rendered at a lower resolution. */
const mostPixels = 6_000_000;
const jpegQuality = 80;
/** Pixels of one picture in the document: a letter scanned at 600 dpi. */
const mostPicturePixels = 40_000_000;
/** The largest page that PDF readers show: 200 inches. */
const mostPoints = 14_400;

const library = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/package.json')));

/** Renders the pages of a PDF one by one. The result has nothing of the original file but how its pages look. */
export async function drawPdf({ bytes, mostPages, mostBytes, withinMs }: DrawJob): Promise<DrawnPdf> {
  const until = performance.now() + withinMs;
  const source = await getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: `${library}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${library}standard_fonts/`,
    wasmUrl: `${library}wasm/`,
    iccUrl: `${library}iccs/`,
    // Glyphs are rendered as shapes, so that no font of the file reaches the rendering library.
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: mostPicturePixels,
    verbosity: 0,
  }).promise;
  const copy = await PDFDocument.create({ updateMetadata: false });
  let [drawn, size] = [0, 0];
  for (let at = 1; at <= Math.min(source.numPages, mostPages); at += 1) {
    const page = await source.getPage(at);
    const { jpeg, width, height } = await picture(page);
    page.cleanup();
    size += jpeg.length;
    if (at > 1 && (size > mostBytes || performance.now() > until)) break;
    copy.addPage([width, height]).drawImage(await copy.embedJpg(jpeg), { x: 0, y: 0, width, height });
    drawn = at;
  }
  return { bytes: await copy.save(), drawn, pages: source.numPages };
}

/** @returns a page as an image, with its size in points. */
async function picture(page: PDFPageProxy): Promise<{ jpeg: Uint8Array; width: number; height: number }> {
  const { width, height } = page.getViewport({ scale: 1 });
  if (!(width >= 1 && height >= 1 && width <= mostPoints && height <= mostPoints))
    throw new Error('The page has no usable size.');
  const scale = Math.min(dotsPerInch / pointsPerInch, Math.sqrt(mostPixels / (width * height)));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.round(viewport.width) || 1, Math.round(viewport.height) || 1);
  // As on a screen: in print, a highlight is left out unless it was marked to be printed.
  const intent = 'display';
  // The library's types only know the canvas of browsers.
  await page.render({ canvas: canvas as never, viewport, intent }).promise;
  return { jpeg: await canvas.encode('jpeg', jpegQuality), width, height };
}
