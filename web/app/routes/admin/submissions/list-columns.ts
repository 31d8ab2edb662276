import type { SubmissionRow } from './queue.ts';

/**
 * The columns between name and status. Each row brings those of the form that it was sent with, so rows from before and
 * after a change of the form stand in one table: the newest row's columns first, then what only older ones have.
 */
export function columnsOf(rows: Pick<SubmissionRow, 'columns'>[]): { field: string; title: string }[] {
  const titles = new Map<string, string>();
  for (const { columns } of rows) {
    for (const { field, title } of columns) if (!titles.has(field)) titles.set(field, title);
  }
  return [...titles].map(([field, title]) => ({ field, title }));
}

/** @returns what the row says in a column, or N/A when its form did not have it. */
export function cellOf({ columns }: Pick<SubmissionRow, 'columns'>, field: string): string {
  return columns.find((column) => column.field === field)?.value ?? 'N/A';
}
