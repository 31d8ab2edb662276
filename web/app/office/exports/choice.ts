import { readListFilter } from '#web/app/office/lists/list-filter.ts';
import type { Outputs } from '#web/app/trpc.ts';

export const pagePath = '/admin/exports';

/** What can be exported. */
export type Kinds = Outputs['exports']['kinds'];

const usualKind = 'evaluations';
export const formats = { csv: 'CSV, for spreadsheets', json: 'JSON, for programs' } as const;

export interface ExportChoice {
  kind: string;
  format: keyof typeof formats;
  /** `YYYY-MM-DD` */
  from: string;
  to: string;
  /** Left out for any. */
  status?: string;
  /** The id of a search in a list, whose records alone are exported. */
  search?: string;
  /** `me` for what is the user's own alone. */
  owner?: string;
}

/** @returns the choices in a form or a URL; anything unknown becomes the usual choice. */
export function readChoice(
  given: Pick<FormData | URLSearchParams, 'get'>,
  kinds: readonly Pick<Kinds[number], 'name'>[],
): ExportChoice {
  const kind = String(given.get('kind'));
  const { from = '', to = '', status, search, owner } = readListFilter(given);
  return {
    kind: kinds.some(({ name }) => name === kind) ? kind : usualKind,
    format: given.get('format') === 'json' ? 'json' : 'csv',
    from,
    to,
    ...(status && { status }),
    ...(search && { search }),
    ...(owner && { owner }),
  };
}

/** @returns a file name without personal data. */
export function fileNameOf({ kind, format, from, to }: ExportChoice, kinds: Kinds): string {
  const file = kinds.find(({ name }) => name === kind)?.file ?? kind;
  return `${file}-${from}-to-${to}.${format}`;
}
