/** Segment marker of a JPEG or a JPEG 2000 codestream: its second byte, after 0xff. */
const jpeg = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  comment: 0xfe,
  restart: [0xd0, 0xd7],
  temporary: 0x01,
} as const;
const codestream = { comment: 0x64, tilePart: 0x90, data: 0x93 } as const;

/** Application segments that decoders need, by their first bytes. */
const keptSegments = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
]);

/**
 * Removes the metadata of a JPEG: where, when and with which phone it was taken, thumbnails, comments, and anything after its
 * end. The image data stays byte for byte the same.
 *
 * @returns the input unchanged if it has no structure that a decoder could read.
 */
export function untaggedJpeg(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0xff || bytes[1] !== jpeg.start) return bytes;
  const parts = [bytes.subarray(0, 2)];
  for (let at = 2; at + 1 < bytes.length; ) {
    if (bytes[at] !== 0xff) return bytes;
    const marker = bytes[at + 1] ?? 0;
    // Markers may be preceded by fill bytes.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === jpeg.end) return Buffer.concat([...parts, bytes.subarray(at, at + 2)]);
    const end = hasLength(marker) ? at + 2 + uint16(bytes, at + 2) : at + 2;
    const next = marker === jpeg.scan ? endOfScan(bytes, end) : end;
    if (!isTag(marker, bytes.subarray(at + 4, end))) parts.push(bytes.subarray(at, next));
    at = next;
  }
  // Truncated. Decoders show what is there.
  return Buffer.concat(parts);
}

function hasLength(marker: number): boolean {
  const [first, last] = jpeg.restart;
  return marker !== jpeg.temporary && !(marker >= first && marker <= last);
}

function isTag(marker: number, content: Uint8Array): boolean {
  if (marker === jpeg.comment) return true;
  const kept = keptSegments.get(marker);
  if (kept === undefined) return marker >= 0xe0 && marker <= 0xef;
  return !Buffer.from(content).toString('latin1').startsWith(kept);
}

/** @returns the offset of the next marker after the compressed data of a scan. */
function endOfScan(bytes: Uint8Array, from: number): number {
  const [first, last] = jpeg.restart;
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && marker !== 0 && marker !== 0xff && !(marker >= first && marker <= last))
      return at;
  }
  return bytes.length;
}

/** Boxes that a JPEG 2000 file needs to be shown. All others may be metadata. */
const keptBoxes = ['jP  ', 'ftyp', 'rreq', 'jp2h', 'jpch', 'jplh', 'jp2c'];

/**
 * Blanks the metadata of a JPEG 2000 picture, in its file format (ISO/IEC 15444-1, annex I) and in its codestream. Nothing moves,
 * because some boxes contain offsets of others.
 */
export function untaggedJpeg2000(bytes: Uint8Array): Uint8Array {
  const result = Uint8Array.from(bytes);
  if (uint16(result, 0) === 0xff4f) blankComments(result, 0, result.length);
  else blankBoxes(result);
  return result;
}

function blankBoxes(bytes: Uint8Array): void {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = uint32(bytes, at);
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    // Length 1: the real length follows in eight bytes. Length 0: the box extends to the end.
    const head = length === 1 ? 16 : 8;
    const size = length === 1 ? uint32(bytes, at + 8) * 2 ** 32 + uint32(bytes, at + 12) : length;
    const end = length === 0 ? bytes.length : Math.min(bytes.length, at + Math.max(size, head));
    if (type === 'jp2c') blankComments(bytes, at + head, end);
    else if (!keptBoxes.includes(type)) {
      bytes.set(Buffer.from('free', 'latin1'), at + 4);
      bytes.fill(0, at + head, end);
    }
    at = end;
  }
}

/** Comments occur in the main header and in the header of each tile-part. */
function blankComments(bytes: Uint8Array, from: number, to: number): void {
  let tilePart = { at: from, size: 0 };
  for (let at = from + 2; at + 4 <= to && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1];
    const end = at + 2 + uint16(bytes, at + 2);
    if (marker === codestream.comment) bytes.fill(0, at + 6, Math.min(end, to));
    if (marker === codestream.tilePart) tilePart = { at, size: uint32(bytes, at + 6) };
    if (marker !== codestream.data) at = end;
    else if (tilePart.size === 0) return;
    else at = Math.max(tilePart.at + tilePart.size, at + 2);
  }
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0);
}

function uint32(bytes: Uint8Array, at: number): number {
  return uint16(bytes, at) * 2 ** 16 + uint16(bytes, at + 2);
}
