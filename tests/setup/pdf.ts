interface MadePdf {
  /** Bytes that it has at least, in a stream that no reader shows. */
  padding?: Uint8Array;
  /** What else its root has, such as `/OpenAction 9 0 R`. */
  root?: string;
  /** What else its page has, such as `/Annots [9 0 R]`. */
  page?: string;
  /** What else its trailer has, such as `/Info 9 0 R`. */
  trailer?: string;
  /** More objects, from number 9. */
  objects?: (string | Buffer)[];
}

/** @returns a valid PDF of one page that says `text`. */
export function makePdf(
  text: string,
  { padding, root = '', page = '', trailer = '', objects = [] }: MadePdf = {},
): Buffer {
  const content = `BT /F1 24 Tf 72 700 Td (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`;
  const bodies: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${root} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} ${padding ? '/Padding 6 0 R' : ''} >>`,
    stream('', Buffer.from(content)),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    padding ? stream('', padding) : 'null',
    'null',
    'null',
    ...objects,
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    size += part.length;
  };
  for (const [at, body] of bodies.entries()) {
    offsets.push(size);
    add(Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]));
  }
  const start = size;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = bodies.length + 1;
  add(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** @returns a stream as an object of `makePdf`. @param keys of its dictionary. */
export function stream(keys: string, content: Uint8Array): Buffer {
  const head = `<< ${keys} /Length ${content.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream')]);
}
