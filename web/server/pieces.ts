import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** HTML that is the same for everybody. */
interface Piece {
  html: Buffer;
  /** Blocks of a gzip stream that end with a byte and refer to nothing before them, so that others may stand on either side. */
  deflated: Buffer;
}

/** HTML, and in between the places of values. */
export type Pieces = readonly (Piece | number)[];

const deflate = promisify(deflateRaw);

/**
 * Takes values out of HTML.
 *
 * @param values random, so that nothing else there reads like one of them.
 * @returns undefined if one is not found: it might be written in another way, and somebody else would get it.
 */
export async function cutOut(html: string, values: readonly string[]): Promise<Pieces | undefined> {
  const cut = values.reduce<(string | number)[]>(
    (pieces, value, at) =>
      pieces.flatMap((piece) => (typeof piece === 'string' ? split(piece, value, at) : piece)),
    [html],
  );
  if (!values.every((value, at) => value !== '' && cut.includes(at))) return undefined;
  return Promise.all(cut.map((piece) => (typeof piece === 'string' ? toPiece(piece) : piece)));
}

function split(html: string, value: string, at: number): (string | number)[] {
  return html.split(value).flatMap((piece, place) => (place === 0 ? [piece] : [at, piece]));
}

async function toPiece(text: string): Promise<Piece> {
  const html = Buffer.from(text);
  return { html, deflated: await deflate(html, { level: 9, finishFlush: constants.Z_FULL_FLUSH }) };
}

/** @returns the HTML with the values of one visitor. */
export function fillIn(pieces: Pieces, values: readonly string[]): Buffer {
  return Buffer.concat(
    pieces.map((piece) => (typeof piece === 'number' ? valueAt(values, piece) : piece.html)),
  );
}

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** @returns the same, compressed (RFC 1951 and 1952), without compressing anything again. Values stand in it as they are. */
export function fillInGzip(pieces: Pieces, values: readonly string[]): Buffer {
  const stream: Buffer[] = [header];
  let [sum, length] = [0, 0];
  for (const piece of pieces) {
    const html = typeof piece === 'number' ? valueAt(values, piece) : piece.html;
    sum = crc32(html, sum);
    length += html.length;
    if (typeof piece === 'number') stream.push(storedBlockOf(html.length), html);
    else stream.push(piece.deflated);
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(sum);
  trailer.writeUInt32LE(length, 4);
  return Buffer.concat([...stream, lastBlock, trailer]);
}

/** What stands before bytes that are not compressed, at most 65,535. */
function storedBlockOf(length: number): Buffer {
  const block = Buffer.alloc(5);
  block.writeUInt16LE(length, 1);
  block.writeUInt16LE(length ^ 0xffff, 3);
  return block;
}

function valueAt(values: readonly string[], at: number): Buffer {
  return Buffer.from(values[at] ?? '');
}
