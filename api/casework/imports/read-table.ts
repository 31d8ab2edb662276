import { CsvError, parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';

/** A text, or a number that a workbook stores as one. Dates of workbooks are texts: `2026-12-04` or `2026-12-04 10:00`. */
export type Cell = string | number;

export interface Table {
  headers: string[];
  /** As many cells as there are headers, with the number of its row in the file. */
  rows: { number: number; cells: Cell[] }[];
  /** How the file was read, for staff: `CSV, UTF-8, separated by commas`. */
  how: string;
}

export const maxImportBytes = 5 * 1024 * 1024;
const maxRows = 5_000;
const maxColumns = 60;
/** Beyond that a cell is no answer to anything that is asked. */
const maxCellLength = 300;
/** Of a workbook, what its parts declare; the process has a limit whatever they declare. */
const maxUnpackedBytes = 60 * 1024 * 1024;

/** Why a file is no table, in a sentence for staff. */
class Unreadable extends Error {}

/** @returns the rows of a CSV file or a workbook with one sheet, or why it can't be read. Nothing in it is guessed silently. */
export async function readTable(bytes: Uint8Array): Promise<Table | { refused: string }> {
  try {
    const { how, lines } = isZip(bytes) ? await readSheet(bytes) : readCsv(bytes);
    return { ...toTable(lines), how };
  } catch (error) {
    if (error instanceof Unreadable) return { refused: error.message };
    throw error;
  }
}

interface Lines {
  how: string;
  /** As they stand in the file, from its first row. */
  lines: Cell[][];
}

function isZip(bytes: Uint8Array): boolean {
  return strFromU8(bytes.subarray(0, 2), true) === 'PK';
}

async function readSheet(bytes: Uint8Array): Promise<Lines> {
  checkWorkbook(bytes);
  const sheets = await readWorkbook(Buffer.from(bytes)).catch(() => {
    throw new Unreadable(
      'We could not read this workbook. Open it, save it as XLSX again, and choose it again',
    );
  });
  const filled = sheets.filter(({ data }) => data.length > 0);
  if (filled.length > 1)
    throw new Unreadable('This workbook has several sheets. Save the one to import as a file of its own');
  return { how: 'XLSX', lines: (filled[0]?.data ?? []).map((line) => line.map(cellOf)) };
}

/** Refuses what would take too much to unpack, and what is no workbook. */
function checkWorkbook(bytes: Uint8Array): void {
  let unpacked = 0;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        unpacked += originalSize;
        return name === 'xl/workbook.xml' && originalSize < maxUnpackedBytes;
      },
    });
  } catch {
    throw new Unreadable('This workbook is damaged. Save it as XLSX again, and choose it again');
  }
  if (unpacked > maxUnpackedBytes)
    throw new Unreadable('This workbook is too large once it is unpacked. Save only the rows to import');
  const workbook = files['xl/workbook.xml'];
  if (!workbook) throw new Unreadable('This is no XLSX workbook. Choose a CSV or XLSX file');
  // Its plain numbers would be other days than those of every other workbook.
  if (/\bdate1904="(1|true)"/.test(strFromU8(workbook)))
    throw new Unreadable('This workbook counts its days from 1904. Save it as CSV, and choose that');
}

const minuteMs = 60_000;

function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // The library reads a workbook's clock as UTC, and of its fractions of a day, 10:00 can be a millisecond before.
  if (value instanceof Date) {
    const minute = new Date(Math.round(value.getTime() / minuteMs) * minuteMs);
    return minute.toISOString().slice(0, 16).replace('T', ' ').replace(' 00:00', '');
  }
  return textOf(String(value ?? ''));
}

const separators = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;

function readCsv(bytes: Uint8Array): Lines {
  const { text, encoding } = decode(bytes);
  const delimiter = separatorOf(text);
  try {
    const lines: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: 100_000,
    });
    const how = `CSV, ${encoding}, separated by ${separators[delimiter]}`;
    return { how, lines: lines.map((line) => line.map(textOf)) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error ? ` near line ${Number(error.lines)}` : '';
    throw new Unreadable(`The quotation marks of this file do not match${line}. Save it as CSV again`);
  }
}

function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const [first, second] = bytes;
  const as = (encoding: string, label: string) => {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding: label };
    } catch {
      return undefined;
    }
  };
  const marked =
    first === 0xff && second === 0xfe
      ? as('utf-16le', 'UTF-16')
      : first === 0xfe && second === 0xff
        ? as('utf-16be', 'UTF-16')
        : undefined;
  if (marked) return marked;
  if (bytes.includes(0)) throw new Unreadable('We cannot use this kind of file. Choose a CSV or XLSX file');
  const found = as('utf-8', 'UTF-8') ?? as('windows-1252', 'Windows-1252');
  // Control characters are in no text: it is another kind of file.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
  if (!found || /[\u0001-\u0008\u000e-\u001f]/.test(found.text) || found.text.startsWith('%PDF'))
    throw new Unreadable('We cannot use this kind of file. Choose a CSV or XLSX file');
  return found;
}

/** @returns what the headings are separated by. @throws Unreadable where two of them could be meant. */
function separatorOf(text: string): keyof typeof separators {
  const heading = (/^\s*(?:"(?:[^"]|"")*"|[^"\n\r])*/.exec(text)?.[0] ?? '').replaceAll(
    /"(?:[^"]|"")*"/g,
    '',
  );
  const found = (Object.keys(separators) as (keyof typeof separators)[]).filter((each) =>
    heading.includes(each),
  );
  const [only, other] = found;
  if (other)
    throw new Unreadable(
      'The headings are separated in two ways. Use only commas, only semicolons or only tabs',
    );
  if (!only)
    throw new Unreadable(
      'This file has one column. Its columns have to be separated by commas, semicolons or tabs',
    );
  return only;
}

function textOf(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim().slice(0, maxCellLength);
}

function toTable(lines: readonly Cell[][]): Omit<Table, 'how'> {
  const isFilled = (line: readonly Cell[]) => line.some((cell) => cell !== '');
  const at = lines.findIndex(isFilled);
  const headers = (lines[at] ?? []).map(String);
  while (headers.at(-1) === '') headers.pop();
  if (headers.length === 0) throw new Unreadable('This file is empty');
  if (headers.length > maxColumns)
    throw new Unreadable(`This file has more than ${maxColumns} columns. Save only those to import`);
  const unnamed = headers.indexOf('');
  if (unnamed >= 0)
    throw new Unreadable(`Column ${unnamed + 1} has no heading. The first row has to name the columns`);
  const folded = headers.map((header) => header.toLowerCase());
  const twice = headers.find((_header, index) => folded.indexOf(folded[index] ?? '') !== index);
  if (twice !== undefined)
    throw new Unreadable(`Two columns are called “${twice}”. Give each its own heading`);
  const rows = lines.flatMap((cells, index) =>
    index > at && isFilled(cells) ? [{ number: index + 1, cells }] : [],
  );
  if (rows.length === 0) throw new Unreadable('This file has headings and no rows');
  if (rows.length > maxRows)
    throw new Unreadable('This file has more than 5,000 rows. Save it as several files');
  const long = rows.find(({ cells }) => isFilled(cells.slice(headers.length)));
  if (long)
    throw new Unreadable(
      `Row ${long.number} has more cells than there are headings. Check its quotation marks`,
    );
  return {
    headers,
    rows: rows.map(({ number, cells }) => ({
      number,
      cells: headers.map((_header, column) => cells[column] ?? ''),
    })),
  };
}
