/** What can be chosen on the page, as the form names it. */
export const kinds = { evaluations: 'Case evaluations', applications: 'Attorney applications' } as const;
export const formats = { csv: 'CSV, for spreadsheets', json: 'JSON, for programs' } as const;

export interface Wanted {
  kind: keyof typeof kinds;
  format: keyof typeof formats;
  /** `YYYY-MM-DD` */
  from: string;
  to: string;
}

/** @returns what was chosen, in a form or in an address; what is none of the choices is the first of them. */
export function readWanted(given: Pick<FormData | URLSearchParams, 'get'>): Wanted {
  const text = (name: string) => String(given.get(name) ?? '').slice(0, 10);
  return {
    kind: given.get('kind') === 'applications' ? 'applications' : 'evaluations',
    format: given.get('format') === 'json' ? 'json' : 'csv',
    from: text('from'),
    to: text('to'),
  };
}

/** @returns a name for the file, without anything personal. */
export function fileNameOf({ kind, format, from, to }: Wanted): string {
  const noun = kind === 'evaluations' ? 'case-evaluations' : 'attorney-applications';
  return `${noun}-${from}-to-${to}.${format}`;
}
