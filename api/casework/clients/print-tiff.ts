import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { mostTiffPages } from './document-types.ts';

/** A page takes less than a second, unless it is made to take long. */
const withinMs = 60_000;
const pointsPerInch = 72;
/** Longer side of a page whose resolution is missing or makes no sense. */
const letterInches = 11;
const sensibleDpi = { least: 50, most: 2_400 };
/** The largest page that PDF readers show: 200 inches. */
const mostPoints = 14_400;
const jpegQuality = 88;

export type TiffProblem = 'damaged' | 'too-many-pages' | 'too-many-pixels' | 'too-large';

const pack = promisify(deflate);

interface TiffJob {
  bytes: Uint8Array;
  /** Of one page. */
  maxPixels: number;
  /** Of the PDF. */
  mostBytes: number;
}

/**
 * Makes a PDF of a TIFF, with every page of it in its order, upright and in its own size on paper. Nothing but the pixels is
 * taken over.
 */
export async function printTiff({ bytes, maxPixels, mostBytes }: TiffJob): Promise<Uint8Array | TiffProblem> {
  const until = performance.now() + withinMs;
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const resolutions = resolutionsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  let [pages, size] = [1, 0];
  for (let at = 0; at < pages; at += 1) {
    const options = { page: at, failOn: 'error', limitInputPixels: false } as const;
    const found = await sharp(bytes, options)
      .metadata()
      .catch(() => null);
    if (!found) return 'damaged';
    pages = found.pages ?? 1;
    if (pages > mostTiffPages || performance.now() > until) return 'too-many-pages';
    if (found.width * found.height > maxPixels) return 'too-many-pixels';
    const drawn = await drawPage(bytes, { ...options, limitInputPixels: maxPixels }, found).catch(() => null);
    if (!drawn) return 'damaged';
    size += drawn.content.length;
    if (size > mostBytes) return 'too-large';
    const isTurned = (found.orientation ?? 1) >= 5;
    const { x, y } = resolutions[at] ?? { x: 0, y: 0 };
    await addPage(pdf, drawn, isTurned ? { x: y, y: x } : { x, y });
  }
  const printed = await pdf.save({ addDefaultPage: false });
  return printed.length > mostBytes ? 'too-large' : printed;
}

interface DrawnPage {
  /** Pixels. */
  width: number;
  height: number;
  kind: 'jpeg' | 'gray';
  /** A JPEG, or the gray pixels compressed with deflate. */
  content: Buffer;
}

/** Letters and faxes have hard edges, which deflate keeps and makes smaller than JPEG does; photographs are the other way round. */
async function drawPage(bytes: Uint8Array, options: SharpOptions, { space }: Metadata): Promise<DrawnPage> {
  const isGray = space === 'b-w' || space === 'grey16';
  const upright = sharp(bytes, options).autoOrient().flatten({ background: 'white' });
  const picture = isGray ? upright.toColourspace('b-w') : upright;
  const { data, info } = await picture
    .clone()
    .jpeg({ quality: jpegQuality })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (!isGray) return { width, height, kind: 'jpeg', content: data };
  const gray = await pack(await picture.extractChannel(0).raw().toBuffer());
  return gray.length < data.length
    ? { width, height, kind: 'gray', content: gray }
    : { width, height, kind: 'jpeg', content: data };
}

/** Pixels per inch; 0 if the file does not say so. */
interface Resolution {
  x: number;
  y: number;
}

async function addPage(pdf: PDFDocument, drawn: DrawnPage, resolution: Resolution): Promise<void> {
  const { width: columns, height: rows, kind, content } = drawn;
  const { x, y } = isSensible(resolution) ? resolution : letterSized(columns, rows);
  const [width, height] = [columns / x, rows / y].map((inches) =>
    Math.min(mostPoints, Math.max(1, inches * pointsPerInch)),
  ) as [number, number];
  const page = pdf.addPage([width, height]);
  if (kind === 'jpeg') page.drawImage(await pdf.embedJpg(content), { x: 0, y: 0, width, height });
  else drawGray(pdf, page, drawn);
}

function isSensible({ x, y }: Resolution): boolean {
  return [x, y].every((dpi) => dpi >= sensibleDpi.least && dpi <= sensibleDpi.most);
}

function letterSized(columns: number, rows: number): Resolution {
  const dpi = Math.max(columns, rows) / letterInches;
  return { x: dpi, y: dpi };
}

/** The library embeds a picture without loss only by decoding a PNG in JavaScript, three bytes per pixel. */
function drawGray({ context }: PDFDocument, page: PDFPage, { width, height, content }: DrawnPage): void {
  const image = context.stream(content, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  });
  const name = page.node.newXObject('Page', context.register(image));
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(page.getWidth(), 0, 0, page.getHeight(), 0, 0),
    drawObject(name),
    popGraphicsState(),
  );
}

const tags = { xResolution: 282, yResolution: 283, unit: 296 };
const centimeters = 3;

/**
 * Reads the resolution of each page (TIFF 6.0, page 38), which differs across and down in a fax: 204 by 98 dots per inch in
 * standard mode. The decoder tells only the one across.
 */
function resolutionsOf(bytes: Buffer): Resolution[] {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const found: Resolution[] = [];
  try {
    for (let at = long(4); at > 0 && found.length < mostTiffPages; at = long(at + 2 + 12 * short(at))) {
      const values = new Map<number, number>();
      for (let entry = at + 2; entry < at + 2 + 12 * short(at); entry += 12)
        values.set(short(entry), entry + 8);
      const unit = values.get(tags.unit);
      const perInch = unit !== undefined && short(unit) === centimeters ? 2.54 : 1;
      const [x = 0, y = 0] = [tags.xResolution, tags.yResolution].map((tag) => {
        const value = values.get(tag);
        return value === undefined ? 0 : (perInch * long(long(value))) / long(long(value) + 4);
      });
      found.push({ x, y });
    }
  } catch {
    // Beyond the end of the file: the decoder decides whether it is damaged.
  }
  return found;
}
