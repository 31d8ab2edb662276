/**
 * What stands in a backup, one frame behind the other: a collection and then its rows, or a file and then its bytes. Descriptions and
 * rows are BSON, rows just as the database sent them.
 */
export type FrameKind = 'collection' | 'row' | 'file' | 'bytes';

export interface Frame {
  kind: FrameKind;
  content: Buffer;
}

const kinds: readonly FrameKind[] = ['collection', 'row', 'file', 'bytes'];
const headBytes = 5;
/** Small rows are passed on together: each chunk costs as much as kilobytes. */
const blockBytes = 256 * 1024;

export async function* writeFrames(
  frames: AsyncIterable<{ kind: FrameKind; content: Uint8Array }>,
): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const { kind, content } of frames) {
    const head = Buffer.alloc(headBytes);
    head.writeUInt8(kinds.indexOf(kind));
    head.writeUInt32LE(content.length, 1);
    held.push(head, content);
    size += headBytes + content.length;
    if (size < blockBytes) continue;
    yield Buffer.concat(held);
    [held, size] = [[], 0];
  }
  yield Buffer.concat(held);
}

/** @throws Error when the stream ends within a frame. */
export async function* readFrames(source: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let held: Uint8Array[] = [];
  let size = 0;
  let wanted = headBytes;
  for await (const chunk of source) {
    held.push(chunk);
    size += chunk.length;
    if (size < wanted) continue;
    let rest = Buffer.concat(held);
    for (;;) {
      wanted = headBytes + (rest.length < headBytes ? 0 : rest.readUInt32LE(1));
      if (rest.length < wanted || rest.length < headBytes) break;
      const kind = kinds[rest.readUInt8()];
      if (!kind) throw new Error('The backup has a part that this version does not know.');
      yield { kind, content: rest.subarray(headBytes, wanted) };
      rest = rest.subarray(wanted);
    }
    held = [rest];
    size = rest.length;
  }
  if (size > 0) throw new Error('The backup ends within a row.');
}
