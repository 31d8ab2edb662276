import { type Queue, queues } from '#web/app/routes/admin/submissions/queues.ts';

/** The choices on the page, by the value that the form posts. */
export const kinds = Object.fromEntries(queues.map(({ name, heading }) => [name, heading]));
export const formats = { csv: 'CSV, for spreadsheets', json: 'JSON, for programs' } as const;

export interface ExportChoice {
  kind: Queue['name'];
  format: keyof typeof formats;
  /** `YYYY-MM-DD` */
  from: string;
  to: string;
}

/** @returns what was chosen in a form or in a URL; anything unknown becomes the first choice. */
export function readChoice(given: Pick<FormData | URLSearchParams, 'get'>): ExportChoice {
  const text = (name: string) => String(given.get(name) ?? '').slice(0, 10);
  return {
    kind: queueNamed(given.get('kind')).name,
    format: given.get('format') === 'json' ? 'json' : 'csv',
    from: text('from'),
    to: text('to'),
  };
}

/** @returns a file name without personal data. */
export function fileNameOf({ kind, format, from, to }: ExportChoice): string {
  const list = queueNamed(kind).path.split('/').at(-1);
  return `${list}-${from}-to-${to}.${format}`;
}

function queueNamed(wanted: unknown): Queue {
  const queue = queues.find(({ name }) => name === wanted) ?? queues[0];
  if (!queue) throw new RangeError('There is no review queue.');
  return queue;
}
