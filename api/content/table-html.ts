import { escapeHtml } from '#api/platform/http/escape-html.ts';

/** A table inside running text, as plain text. The first cell of each row names it. */
interface Table {
  caption: string;
  columns: string[];
  rows: string[][];
}

/**
 * @param fields of a table in rich text; a preview sends anything at all.
 * @param fill replaces the tokens in a text.
 */
export function readTable(fields: unknown, fill: (text: string) => string): Table {
  const { caption, columns, rows } = asObject(fields);
  const textOf = (value: unknown) => (typeof value === 'string' ? fill(value) : '');
  return {
    caption: textOf(caption),
    columns: list(columns).map((column) => textOf(column.label)),
    rows: list(rows).map(({ cells }) => list(cells).map((cell) => textOf(cell.text))),
  };
}

/**
 * @param heading the text right above the table; a caption that repeats it is not shown again.
 * @returns the table with caption and scopes; its cells name their column for small screens, where rows are lists.
 */
export function tableHtml({ caption, columns, rows }: Table, heading: string | null): string {
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const body = rows.map(([name = '', ...cells]) => {
    const rest = cells.map(
      (cell, index) => `<td data-label="${escapeHtml(columns[index + 1] ?? '')}">${escapeHtml(cell)}</td>`,
    );
    return `<tr><th scope="row">${escapeHtml(name)}</th>${rest.join('')}</tr>`;
  });
  return (
    `<table class="table"><caption${caption === heading ? ' class="visually-hidden"' : ''}>${escapeHtml(caption)}</caption>` +
    `<thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
  );
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
