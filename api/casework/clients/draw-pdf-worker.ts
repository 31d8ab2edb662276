import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { PDFDocument } from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A PDF whose pages are pictures of those of another one. */
export interface DrawnPdf {
  bytes: Uint8Array;
  /** How many pages were rendered, and how many the other one has. */
  drawn: number;
  pages: number;
}

interface DrawJob {
  bytes: Uint8Array;
  /** It ends with the page at which one of these is reached, and says how far it came. */
  mostPages: number;
  mostBytes: number;
  withinMs: number;
}

const pointsPerInch = 72;
/** Small print of a letter is legible, as on a fax in its fine mode. */
const dotsPerInch = 150;
/** A letter with this resolution has 2.1 megapixels. Larger pages are rendered at a lower resolution. */
const mostPixels = 6_000_000;
const jpegQuality = 80;
/** Of one picture in the document: a letter scanned with 600 dots per inch. */
const mostPicturePixels = 40_000_000;
/** What a reader shows as a page: 200 inches. */
const mostPoints = 14_400;

const library = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/package.json')));

/** Renders the pages of a PDF one by one. Nothing of the file itself is in the result, only how its pages look. */
async function draw({ bytes, mostPages, mostBytes, withinMs }: DrawJob): Promise<DrawnPdf> {
  const until = performance.now() + withinMs;
  const source = await getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: `${library}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${library}standard_fonts/`,
    wasmUrl: `${library}wasm/`,
    iccUrl: `${library}iccs/`,
    // Letters are rendered as shapes: no font of the file reaches the rendering library.
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

/** @returns a page as a picture, with its size in points. */
async function picture(page: PDFPageProxy): Promise<{ jpeg: Uint8Array; width: number; height: number }> {
  const { width, height } = page.getViewport({ scale: 1 });
  if (!(width >= 1 && height >= 1 && width <= mostPoints && height <= mostPoints))
    throw new Error('The page has no usable size.');
  const scale = Math.min(dotsPerInch / pointsPerInch, Math.sqrt(mostPixels / (width * height)));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.round(viewport.width) || 1, Math.round(viewport.height) || 1);
  // Its types know the canvas of a browser only.
  await page.render({ canvas: canvas as never, viewport, intent: 'print' }).promise;
  return { jpeg: await canvas.encode('jpeg', jpegQuality), width, height };
}

parentPort?.postMessage(await draw(workerData));
