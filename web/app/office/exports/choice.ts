import { exportedLists, readListFilter } from '#web/app/office/lists/list-filter.ts';

export const pagePath = '/admin/exports';

/** The choices on the page, by the value that the form posts. */
export const kinds = Object.fromEntries(
  Object.entries(exportedLists).map(([name, { heading }]) => [name, heading]),
);
export const formats = { csv: 'CSV, for spreadsheets', json: 'JSON, for programs' } as const;

export interface ExportChoice {
  kind: keyof typeof exportedLists;
  format: keyof typeof formats;
  /** `YYYY-MM-DD` */
  from: string;
  to: string;
  /** Left out for any. */
  status?: string;
  /** The id of a search in a list, whose records alone are exported. */
  search?: string;
}

/** @returns the choices in a form or a URL; anything unknown becomes the first choice. */
export function readChoice(given: Pick<FormData | URLSearchParams, 'get'>): ExportChoice {
  const kind = String(given.get('kind'));
  const { from = '', to = '', status, search } = readListFilter(given);
  return {
    kind: isExported(kind) ? kind : 'evaluations',
    format: given.get('format') === 'json' ? 'json' : 'csv',
    from,
    to,
    ...(status && { status }),
    ...(search && { search }),
  };
}

function isExported(kind: string): kind is keyof typeof exportedLists {
  return Object.hasOwn(exportedLists, kind);
}

/** @returns a file name without personal data. */
export function fileNameOf({ kind, format, from, to }: ExportChoice): string {
  const list = exportedLists[kind].path.split('/').at(-1);
  return `${list}-${from}-to-${to}.${format}`;
}
