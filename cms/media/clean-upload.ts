import { parse } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeOperationHook,
  type PayloadRequest,
} from 'payload';
import sharp from 'sharp';

/** The file types that may be stored, as detected from the bytes, with their file extension. */
export const mediaTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'application/pdf': 'pdf',
} as const;

/** 25 megapixels, as good cameras take. A small file can hold far more and would fill the memory once decoded. */
const maximumPixels = 25_000_000;
/** Pixels on a side that a WebP file can hold. */
const maximumSide = 16_383;
/** Pixels. Wider than any place on the site, and as tall as a long chart. */
const keptAtMost = { width: 2400, height: 4800, fit: 'inside', withoutEnlargement: true } as const;

const wrongKind = "We can't use this kind of file. Upload a PNG, JPEG, WebP or AVIF picture, or a PDF.";
const damaged = 'This picture is damaged. Save it again and upload the new file.';
const tooManyPixels =
  'This picture has too many pixels. The limit is 25 megapixels. Make it smaller and upload it again.';

type Upload = NonNullable<PayloadRequest['file']>;

/**
 * Before anything is stored, an upload gets the type and file extension that its bytes call for. A picture is decoded and
 * re-encoded, so that nothing else travels in its file: no location data, and no page or program appended to it. All other
 * files are refused with a message.
 */
export const cleanUpload: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  const changes = operation === 'create' || operation === 'update';
  // Payload refuses requests without a session only after this hook; decoding a picture for them would be wasted work.
  const allowed = req.user || req.payloadAPI === 'local';
  if (req.file && changes && allowed) Object.assign(req.file, await cleaned(req.file, isCropped(req)));
  return args;
};

async function cleaned({ data, name }: Upload, cropped: boolean): Promise<Upload> {
  const type = (await fileTypeFromBuffer(data).catch(() => undefined))?.mime;
  if (!type || !(type in mediaTypes)) throw refusal(wrongKind);
  if (type === 'application/pdf') return named(name, type, wholePdf(data));
  return named(name, 'image/webp', await redrawn(data, cropped));
}

/** A crop is given in pixels of the original picture, so that one must not be resized first. */
function isCropped({ query }: PayloadRequest): boolean {
  const edits = query?.uploadEdits;
  return typeof edits === 'object' && edits !== null && 'crop' in edits;
}

/** @returns the picture as WebP, from which Payload then makes the stored sizes. */
async function redrawn(data: Buffer, cropped: boolean): Promise<Buffer> {
  const { width, height, pages } = await sharp(data, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refusal(damaged);
    });
  if (width * height > maximumPixels || Math.max(width, height) > maximumSide) throw refusal(tooManyPixels);
  if ((pages ?? 1) > 1) throw refusal('This picture moves. Upload one that stands still.');
  return sharp(data, { limitInputPixels: maximumPixels })
    .rotate()
    .resize(cropped ? {} : keptAtMost)
    .webp({ quality: 95 })
    .toBuffer()
    .catch(() => {
      throw refusal(damaged);
    });
}

/** A PDF begins and ends with its markers: bytes before or after them belong to another kind of file. */
function wholePdf(data: Buffer): Buffer {
  const begins = data.subarray(0, 5).toString('latin1') === '%PDF-';
  const ends = /%%EOF\s*$/.test(data.subarray(-1024).toString('latin1'));
  if (begins && ends) return data;
  throw refusal(
    'This PDF is damaged, or another file is hidden in it. Save it as PDF again and upload that.',
  );
}

function named(name: string, mimetype: keyof typeof mediaTypes, data: Buffer): Upload {
  const stem = parse(name)
    .name.replace(/[^\p{L}\p{N} _-]+/gu, '-')
    // As the smaller copies of another upload are named, which it would replace.
    .replace(/-(\d+)x(\d+)$/, '-$1-by-$2');
  return { data, mimetype, name: `${stem || 'file'}.${mediaTypes[mimetype]}`, size: data.length };
}

/** A stored file keeps the name and type of its upload: editors can't change either. */
export const keepFileIdentity: CollectionBeforeChangeHook = ({ data, originalDoc, req }) => {
  if (!req.file && originalDoc) {
    for (const field of ['filename', 'mimeType', 'url'] as const) {
      if (field in data) data[field] = originalDoc[field];
    }
    return data;
  }
  const { filename = '', mimeType = '' } = data;
  const ending = mediaTypes[mimeType as keyof typeof mediaTypes];
  if (!ending || parse(filename).ext !== `.${ending}`) throw refusal(wrongKind);
  return data;
};

function refusal(sentence: string): APIError {
  return new APIError(sentence, 400, null, true);
}
