/** What a log line may hold. An allow-list, so that there is no field for personal data. */
export interface LogFields {
  request?: string;
  method?: string;
  path?: string;
  status?: number;
  ms?: number;
  reference?: string;
  form?: string;
  kind?: string;
  attempt?: number;
  count?: number;
  collection?: string;
  /** That of an entry of the audit log. */
  hash?: string;
  /** The id of a staff account; never a name. */
  staff?: string;
  /** An error's class and location in our code, never its message: driver messages quote values. */
  error?: string;
}

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const allowed = [
  'request',
  'method',
  'path',
  'status',
  'ms',
  'reference',
  'form',
  'kind',
  'attempt',
  'count',
];
const keys = new Set([...allowed, 'collection', 'hash', 'staff', 'error']);

/** @param write receives one line of JSON per event; JSON escapes control characters, so a path can't forge a line. */
export function makeLog(write: (line: string) => void): Log {
  const line =
    (level: string) =>
    (event: string, fields: LogFields = {}) =>
      write(JSON.stringify({ time: new Date().toISOString(), level, event, ...pick(fields) }));
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

function pick(fields: LogFields): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) if (keys.has(key)) picked[key] = value;
  return picked;
}

/** @returns where an unexpected error was thrown, without its message: `TypeError at submit (submit.ts:12)`. */
export function errorLocation(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frame = error.stack
    ?.split('\n')
    .find((line) => line.includes('    at ') && !line.includes('node_modules'));
  const location = frame?.trim().replace(/\(?(?:file:\/\/)?\/[^()]*\/([^/()]+)\)?$/, '($1)') ?? '';
  const code = 'code' in error ? ` ${String(error.code).slice(0, 40)}` : '';
  return `${error.name}${code} ${location}`.trim();
}
