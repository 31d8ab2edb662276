import type { KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { mongo } from 'mongoose';
import { type Frame, readFrames } from './frames.ts';
import { fileOf, type Manifest } from './manifest.ts';
import { type MeasuredFile, measureFile, type Part, unseal } from './sealed-stream.ts';
import { type DatabaseRole, differences, Tally } from './tally.ts';

const { BSON } = mongo;

/** The description of a collection in a backup. */
export interface CollectionHeader {
  database: DatabaseRole;
  name: string;
  indexes: mongo.IndexDescriptionInfo[];
}

export const collectionOf = ({ content }: Frame) => BSON.deserialize(content) as CollectionHeader;
export const pathOf = ({ content }: Frame) => (BSON.deserialize(content) as { path: string }).path;

interface Reading {
  file: string;
  part: Part;
  key: KeyObject;
  signal?: AbortSignal | undefined;
}

/** Reads a part from its beginning to its end. @throws Error with one sentence when it is not as it was written. */
export async function readPart(
  { file, part, key, signal }: Reading,
  use: (frames: AsyncIterable<Frame>) => Promise<void>,
): Promise<MeasuredFile> {
  const whole = measureFile();
  await pipeline(
    createReadStream(file, { highWaterMark: 256 * 1024 }),
    whole.measure,
    unseal(key, part),
    createGunzip({ chunkSize: 256 * 1024 }),
    (text: AsyncIterable<Buffer>) => use(readFrames(text)),
    { signal },
  );
  return whole.measured();
}

/** Reads all of a backup, and writes nothing. @throws Error with one sentence when it is not what its manifest says. */
export async function verifyBackup(
  folder: string,
  manifest: Manifest,
  key: KeyObject,
  signal?: AbortSignal,
  parts: readonly Part[] = ['keys', 'data'],
): Promise<void> {
  const tally = new Tally();
  for (const part of parts) {
    const file = fileOf(folder, manifest.name, part);
    const { bytes, sha256 } = await readPart({ file, part, key, signal }, (frames) =>
      tallyAll(frames, part, tally),
    );
    const expected = manifest.parts[part];
    if (bytes !== expected.bytes || sha256 !== expected.sha256)
      throw new Error(`${manifest.name}.${part} is not the file that belongs to this backup.`);
  }
  const { collections, files } = tally.total();
  const expected = manifest.collections.filter(({ part }) => parts.includes(part));
  const [first] = differences(expected, collections);
  if (first) throw new Error(`The backup is not what its manifest says: ${first}`);
  if (parts.includes('data') && files.sha256 !== manifest.files.sha256)
    throw new Error('The backup is not what its manifest says: files differ.');
}

async function tallyAll(frames: AsyncIterable<Frame>, part: Part, tally: Tally): Promise<void> {
  for await (const frame of frames) {
    if (frame.kind === 'row') tally.row(frame.content);
    else if (frame.kind === 'bytes') tally.bytes(frame.content);
    else if (frame.kind === 'file') tally.file(pathOf(frame));
    else {
      const { database, name } = collectionOf(frame);
      tally.collection(database, name, part);
    }
  }
}
