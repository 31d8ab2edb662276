import { randomBytes } from 'node:crypto';

/** A piece of an article: Markdown that the editor of the CMS reads, or a table. */
type Piece = { markdown: string } | { table: object };

/** The caption on a line of its own, then the rows, the columns first. */
const tablePattern = /^Table: (.+)\n\n((?:\|.*\|(?:\n|$))+)/gm;

/**
 * Splits Markdown at its tables, which the CMS keeps as blocks of their own.
 *
 * @throws Error for a table without rows, or with a row that has another number of cells than there are columns.
 */
export function splitAtTables(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of markdown.matchAll(tablePattern)) {
    pieces.push({ markdown: markdown.slice(from, found.index) });
    const [all, caption = '', lines = ''] = found;
    pieces.push({ table: toTable(caption, lines) });
    from = found.index + all.length;
  }
  return [...pieces, { markdown: markdown.slice(from) }];
}

function toTable(caption: string, lines: string): object {
  const [columns = [], , ...rows] = lines.trim().split('\n').map(cellsOf);
  if (rows.length === 0 || rows.some((cells) => cells.length !== columns.length)) {
    throw new Error(`The table "${caption}" has no rows, or a row with too few or too many cells.`);
  }
  return {
    type: 'block',
    version: 2,
    format: '',
    fields: {
      id: randomBytes(12).toString('hex'),
      blockName: '',
      blockType: 'table',
      caption,
      columns: columns.map((label) => ({ label })),
      rows: rows.map((cells) => ({ cells: cells.map((text) => ({ text })) })),
    },
  };
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());
}
