import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { makeWorkProcess } from '#api/platform/work-process.ts';
import type { FileWork } from './file-process.ts';

const megabyte = 1024 * 1024;
const withinMs = 60_000;
const maxPixels = 40_000_000;
const worker = makeWorkProcess<FileWork>(new URL('./file-process.ts', import.meta.url), {
  memoryBytes: 250 * megabyte,
  heapBytes: 200 * megabyte,
});
afterAll(() => worker.stop());

const redraw = (bytes: Buffer, type: 'jpeg' | 'png') =>
  worker.run('redrawPicture', { bytes, type, maxPixels }, { withinMs });

/** @returns a picture of one color, which is a small file however many pixels it has. */
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).withMetadata({ orientation: 6 });

/** @returns a PNG that says that it has these pixels, and has none. */
function claimed(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(9))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

describe('a picture', () => {
  it('of enormous dimensions is not decoded, whatever it says of itself', async () => {
    expect(await redraw(claimed(100_000, 100_000), 'png')).toBe('too-many-pixels');
    expect(await redraw(claimed(6_000, 6_000), 'png')).toBe('damaged');
  });

  it('that takes more memory than its process may is given up with the process, and the next one is read', async () => {
    const large = await plain(7_200, 5_400).jpeg({ progressive: true }).toBuffer();
    expect(large.length).toBeLessThan(2 * megabyte);
    await expect(redraw(large, 'jpeg')).rejects.toMatchObject({ kind: 'ended' });
    const drawn = await redraw(await plain(40, 30).jpeg().toBuffer(), 'jpeg');
    expect(await sharp(Buffer.from(drawn)).metadata()).toMatchObject({ width: 30, height: 40 });
  });
});
