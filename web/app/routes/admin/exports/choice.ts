/** The choices on the page, by the value that the form posts. */
export const kinds = { evaluations: 'Case evaluations', applications: 'Attorney applications' } as const;
export const formats = { csv: 'CSV, for spreadsheets', json: 'JSON, for programs' } as const;

export interface ExportChoice {
  kind: keyof typeof kinds;
  format: keyof typeof formats;
  /** `YYYY-MM-DD` */
  from: string;
  to: string;
}

/** @returns what was chosen in a form or in a URL; anything unknown becomes the first choice. */
export function readChoice(given: Pick<FormData | URLSearchParams, 'get'>): ExportChoice {
  const text = (name: string) => String(given.get(name) ?? '').slice(0, 10);
  return {
    kind: given.get('kind') === 'applications' ? 'applications' : 'evaluations',
    format: given.get('format') === 'json' ? 'json' : 'csv',
    from: text('from'),
    to: text('to'),
  };
}

/** @returns a file name without personal data. */
export function fileNameOf({ kind, format, from, to }: ExportChoice): string {
  const noun = kind === 'evaluations' ? 'case-evaluations' : 'attorney-applications';
  return `${noun}-${from}-to-${to}.${format}`;
}
