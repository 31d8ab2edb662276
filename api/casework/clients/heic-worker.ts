import { parentPort, workerData } from 'node:worker_threads';
import decode from 'heic-decode';

/** A decoded picture: upright, four bytes per pixel. `pixels` is missing if there are too many. */
export interface HeicPicture {
  width: number;
  height: number;
  pixels: Uint8Array | null;
}

/** The library's types leave out the size, which is known before a picture is decoded. */
type SizedPicture = Awaited<ReturnType<typeof decode.all>>[number] & { width: number; height: number };

interface HeicJob {
  bytes: Uint8Array;
  maxPixels: number;
}

async function decodeFirst({ bytes, maxPixels }: HeicJob): Promise<HeicPicture> {
  const [first] = (await decode.all({ buffer: bytes })) as SizedPicture[];
  if (!first) throw new Error('The file has no picture.');
  const { width, height } = first;
  if (width * height > maxPixels) return { width, height, pixels: null };
  const { data } = await first.decode();
  return { width, height, pixels: new Uint8Array(data.buffer) };
}

parentPort?.postMessage(await decodeFirst(workerData));
