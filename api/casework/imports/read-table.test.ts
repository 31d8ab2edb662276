import { afterAll, describe, expect, it } from 'vitest';
import { workbookOf } from './fixtures/workbook.ts';
import { importProcess } from './import-file.ts';
import { readTable } from './read-table.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const refused = async (file: Uint8Array) => {
  const table = await readTable(file);
  return 'refused' in table ? table.refused : 'was read';
};
const read = async (file: Uint8Array) => {
  const table = await readTable(file);
  if ('refused' in table) throw new Error(table.refused);
  return table;
};
const cellsOf = async (file: Uint8Array) => (await read(file)).rows.map(({ cells }) => cells);

afterAll(() => importProcess.stop());

describe('a file is refused, in a sentence that says what to do', () => {
  it.each([
    ['a PDF', bytes('%PDF-1.7,\nx,y'), /kind of file/],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), /kind of file/],
    ['UTF-16 without its mark', new Uint8Array(Buffer.from('a,b\n1,2', 'utf16le')), /kind of file/],
    ['no rows', bytes('SSN,Status\n'), /no rows/],
    ['blank lines alone', bytes('\n\n,\n'), /empty/],
    ['one column', bytes('SSN\n1\n2\n'), /one column/],
    ['two separators', bytes('SSN,Name;Status\n1,2;3\n'), /two ways/],
    ['a heading twice', bytes('SSN,Status,ssn\n1,2,3\n'), /Two columns are called “ssn”/],
    ['a column without a heading', bytes('SSN,,Status\n1,2,3\n'), /Column 2 has no heading/],
    ['a cell beyond the headings', bytes('SSN,Status\n1,2\n1,2,3\n'), /Row 3 has more cells/],
    ['an open quotation mark', bytes('SSN,Status\n1,"2\n3,4\n'), /quotation marks/],
    ['5,001 rows', bytes(`a,b\n${'1,2\n'.repeat(5_001)}`), /more than 5,000 rows/],
    ['61 columns', bytes(`${Array.from({ length: 61 }, (_, at) => `c${at}`)}\n1\n`), /more than 60 columns/],
    ['a ZIP archive', bytes('PK\u0003\u0004 and no more'), /damaged/],
    ['two sheets', workbookOf([[['a', 'b']], [['c', 'd']]]), /several sheets/],
    [
      'days from 1904',
      workbookOf(
        [
          [
            ['a', 'b'],
            [1, 2],
          ],
        ],
        { date1904: true },
      ),
      /from 1904/,
    ],
    [
      'a workbook that unpacks to much',
      workbookOf(
        [
          [
            ['a', 'b'],
            [1, 2],
          ],
        ],
        { padding: 61 * 1024 * 1024 },
      ),
      /too large once it is unpacked/,
    ],
  ])('%s', async (_what, file, sentence) => {
    expect(await refused(file)).toMatch(sentence);
  });
});

describe('a CSV file is read', () => {
  const rows = [['123-45-6789', 'Denied; again', 'José']];
  it.each([
    ['UTF-8', 'commas', bytes('SSN,Status,Name\n123-45-6789,Denied; again,José\n')],
    ['UTF-8', 'commas', bytes('\ufeffSSN,Status,Name\r\n123-45-6789,Denied; again,José\r\n')],
    ['UTF-8', 'semicolons', bytes('SSN;Status;Name\n123-45-6789;"Denied; again";José\n')],
    ['UTF-8', 'tabs', bytes('SSN\tStatus\tName\n123-45-6789\tDenied; again\tJosé\n')],
    ['Windows-1252', 'commas', Buffer.from('SSN,Status,Name\n123-45-6789,Denied; again,José\n', 'latin1')],
    ['UTF-16', 'tabs', Buffer.from('\ufeffSSN\tStatus\tName\n123-45-6789\tDenied; again\tJosé\n', 'utf16le')],
  ])('in %s, separated by %s', async (encoding, separator, file) => {
    const table = await read(new Uint8Array(file));
    expect(table.how).toBe(`CSV, ${encoding}, separated by ${separator}`);
    expect([table.headers, table.rows.map(({ cells }) => cells)]).toEqual([['SSN', 'Status', 'Name'], rows]);
  });

  it('with quotation marks, lines in cells, blank rows and short rows, each with its number in the file', async () => {
    const file = bytes('"SSN, full",Note\n\n1,"He said ""no""\nand left"\n,\n2\n');
    expect((await read(file)).rows).toEqual([
      { number: 3, cells: ['1', 'He said "no" and left'] },
      { number: 5, cells: ['2', ''] },
    ]);
  });
});

describe('a workbook is read', () => {
  it('with texts, numbers, days, and of formulas the values alone', async () => {
    const file = workbookOf([
      [
        ['SSN', 'Birth', 'Next', 'Sum', 'Name'],
        [12345678, { serial: 24_957 }, { serial: 46_360.416_666_666_6 }, { formula: '1+1', value: 2 }, 'Ann'],
        [null, null, null, null, null],
        ['012-34-5678', 24_957, null, null, '=HYPERLINK(1)'],
      ],
    ]);
    expect(await cellsOf(file)).toEqual([
      [12345678, '1968-04-29', '2026-12-04 10:00', 2, 'Ann'],
      ['012-34-5678', 24_957, '', '', '=HYPERLINK(1)'],
    ]);
  });

  it('in a process with a limit, as a CSV file is', async () => {
    const table = await importProcess.run('readTable', bytes('a,b\n1,2\n'), { withinMs: 30_000 });
    expect(table).toMatchObject({ headers: ['a', 'b'] });
  });
});
