interface TiffPage {
  width: number;
  height: number;
  /** Dots per inch, across and down. */
  dpi?: [number, number];
  /** Of every pixel, 0 is black. */
  gray?: number;
}

/** @returns a TIFF as a fax machine or scanner writes it: uncompressed gray pages, one behind the other. */
export function makeTiff(pages: TiffPage[]): Buffer {
  const parts = [Buffer.from('II*\0\0\0\0\0', 'latin1')];
  let size = 8;
  /** Where the place of the next page is written. */
  let link = { part: parts[0], at: 4 };
  const add = (part: Buffer<ArrayBuffer>) => {
    const at = size;
    parts.push(part);
    size += part.length;
    return at;
  };
  for (const { width, height, dpi = [200, 200], gray = 0 } of pages) {
    const pixels = add(Buffer.alloc(2 * Math.ceil((width * height) / 2), gray));
    const [across, down] = dpi.map((each) => add(Buffer.from(Uint32Array.of(each, 1).buffer)));
    const [short, long, rational] = [3, 4, 5];
    const entries = [
      [256, short, width],
      [257, short, height],
      [258, short, 8],
      [259, short, 1],
      [262, short, 1],
      [273, long, pixels],
      [277, short, 1],
      [278, short, height],
      [279, long, width * height],
      [282, rational, across],
      [283, rational, down],
      [296, short, 2],
    ] as [number, number, number][];
    const directory = Buffer.alloc(2 + 12 * entries.length + 4);
    directory.writeUInt16LE(entries.length);
    for (const [at, [tag, type, value]] of entries.entries()) {
      directory.writeUInt16LE(tag, 2 + 12 * at);
      directory.writeUInt16LE(type, 4 + 12 * at);
      directory.writeUInt32LE(1, 6 + 12 * at);
      directory.writeUInt32LE(value, 10 + 12 * at);
    }
    link.part?.writeUInt32LE(add(directory), link.at);
    link = { part: directory, at: directory.length - 4 };
  }
  return Buffer.concat(parts);
}
