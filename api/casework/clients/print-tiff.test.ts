import { PDFDocument } from '@cantoo/pdf-lib';
import sharp, { type TiffOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { firstPicture } from '#api/platform/documents/fixtures/read-pdf.ts';
import { makeTiff } from '../../../tests/setup/tiff.ts';
import { drawPdf } from './draw-pdf.ts';
import { printTiff } from './print-tiff.ts';

const limits = { maxPixels: 40_000_000, mostBytes: 25 * 1024 * 1024 };
const letter = { width: 1700, height: 2200 };

const print = async (tiff: Buffer, { maxPixels, mostBytes } = limits): Promise<Buffer> => {
  const printed = await printTiff({ bytes: tiff, maxPixels, mostBytes });
  if (typeof printed === 'string') throw new Error(`It is ${printed}.`);
  return Buffer.from(printed);
};
/** @returns the sizes of the pages in inches. */
const pagesOf = async (pdf: Buffer) =>
  (await PDFDocument.load(pdf)).getPages().map((page) => [page.getWidth() / 72, page.getHeight() / 72]);

describe('a TIFF', () => {
  it('that is damaged, or has too many pages, pixels or bytes, is no PDF', async () => {
    const whole = makeTiff([letter, letter]);
    const small = { width: 8, height: 11 };
    const cases: [Buffer, Partial<typeof limits>, string][] = [
      [whole.subarray(0, whole.length - 100), {}, 'damaged'],
      [Buffer.from('II*\0\x08\0\0\0', 'latin1'), {}, 'damaged'],
      [makeTiff(Array.from({ length: 101 }, () => small)), {}, 'too-many-pages'],
      [whole, { maxPixels: 1000 }, 'too-many-pixels'],
      [whole, { mostBytes: 1000 }, 'too-large'],
    ];
    for (const [tiff, less, problem] of cases)
      expect(await printTiff({ bytes: tiff, ...limits, ...less })).toBe(problem);
  });

  it('becomes a PDF with each of its pages in its size on paper, also as a fax that is denser across than down', async () => {
    const standardFax = { width: 1734, height: 1078, dpi: [204, 98] as [number, number] };
    const unknown = { width: 850, height: 1100, dpi: [1, 1] as [number, number] };
    const sizes = await pagesOf(await print(makeTiff([letter, standardFax, unknown])));
    expect(sizes).toEqual([
      [8.5, 11],
      [expect.closeTo(8.5), expect.closeTo(11)],
      [expect.closeTo(8.5), expect.closeTo(11)],
    ]);
  });

  it.each<[string, TiffOptions, number]>([
    ['a fax', { compression: 'ccittfax4', bitdepth: 1 }, 1],
    ['a scanned letter', { compression: 'lzw' }, 1],
    ['a photograph', { compression: 'jpeg' }, 3],
  ])('of %s looks on paper as it did', async (_, options, channels) => {
    const ink = { create: { width: 400, height: 300, channels: 3, background: 'black' } } as const;
    const drawn = sharp({ create: { ...letter, channels: 3, background: 'white' } }).composite([
      { input: ink, left: 100, top: 200 },
    ]);
    const tiff = await sharp(await drawn.png().toBuffer())
      .removeAlpha()
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .tiff({ ...options, xres: 200 / 25.4, yres: 200 / 25.4 })
      .toBuffer();
    const pdf = await print(tiff);
    expect(await pagesOf(pdf)).toEqual([[expect.closeTo(8.5, 1), expect.closeTo(11, 1)]]);
    expect(await inkOf(pdf)).toEqual({ inside: 'black', outside: 'white' });
    expect((await print(tiff)).equals(pdf)).toBe(true);
  });
});

/** @returns what is in the black field of the letter above, and beside it, as the pages are drawn for staff. */
async function inkOf(pdf: Buffer) {
  const job = { bytes: pdf, mostPages: 1, mostBytes: limits.mostBytes, withinMs: 60_000 };
  const { bytes } = await drawPdf(job);
  const { data, info } = await firstPicture(Buffer.from(bytes));
  const at = (x: number, y: number) => {
    const value = data[(Math.round(y * 150) * info.width + Math.round(x * 150)) * info.channels] ?? 128;
    return value > 240 ? 'white' : value < 15 ? 'black' : value;
  };
  return { inside: at(1.5, 1.5), outside: at(4, 5) };
}
