import type decode from 'heic-decode';
import sharp, { type Sharp } from 'sharp';

interface PictureJob {
  bytes: Uint8Array;
  type: 'jpeg' | 'png' | 'heic';
  maxPixels: number;
}

/** The picture drawn anew, or why there is none. */
export type RedrawnPicture = Uint8Array | 'damaged' | 'too-many-pixels';

/** The library's types leave out the size, which is known before a picture is decoded. */
type SizedPicture = Awaited<ReturnType<typeof decode.all>>[number] & { width: number; height: number };

/**
 * Decodes a picture and encodes it again, upright, which strips metadata and appended data. HEIC becomes JPEG: few office
 * programs open it.
 */
export async function redrawPicture({ bytes, type, maxPixels }: PictureJob): Promise<RedrawnPicture> {
  try {
    const picture = await (type === 'heic' ? decodeHeic(bytes, maxPixels) : decodeOther(bytes, maxPixels));
    if (!picture) return 'too-many-pixels';
    return await (type === 'png' ? picture.png() : picture.jpeg({ quality: 92 })).toBuffer();
  } catch {
    return 'damaged';
  }
}

/** @returns null for a picture with too many pixels, which is not decoded. */
async function decodeOther(bytes: Uint8Array, maxPixels: number): Promise<Sharp | null> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > maxPixels) return null;
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
}

/** The decoder already turns the picture upright. */
async function decodeHeic(bytes: Uint8Array, maxPixels: number): Promise<Sharp | null> {
  const { default: decode } = await import('heic-decode');
  const [first] = (await decode.all({ buffer: bytes })) as SizedPicture[];
  if (!first) throw new Error('The file has no picture.');
  const { width, height } = first;
  if (width * height > maxPixels) return null;
  const { data } = await first.decode();
  const pixels = new Uint8Array(data.buffer);
  return sharp(pixels, { raw: { width, height, channels: 4 } }).flatten();
}
