import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';

const megabyte = 1024 * 1024;
const words = {
  clients: 'We cannot take files at this moment, which is our fault. Send this one later today, or call us',
  staff:
    'There is too little space left to take files. Tell whoever runs this site: the page “System” says more',
};

/** How much space is left for documents. */
export interface FreeSpace {
  /** Null where nobody can tell. */
  bytes: number | null;
  /** With less than that, no file is taken. */
  least: number;
}

type Dependencies = Pick<Deps, 'store' | 'settings'>;

export async function readFreeSpace({ store, settings }: Dependencies): Promise<FreeSpace> {
  return { bytes: await store.freeBytes(), least: settings.UPLOADS_FREE_MB * megabyte };
}

/**
 * What is left then is for forms, sign-ins and what has been acknowledged already: a database without space takes nothing at all.
 *
 * @throws DomainError `unavailable` when too little space is left to take another file.
 */
export async function requireFreeSpace(from: keyof typeof words, deps: Dependencies): Promise<void> {
  const { bytes, least } = await readFreeSpace(deps);
  if (bytes === null || bytes >= least) return;
  const text = words[from];
  throw new DomainError('unavailable', text, {
    title: 'No file was taken',
    reason: 'no-space',
    fields: { file: text },
  });
}
