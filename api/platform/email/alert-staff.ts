import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { platformLimits, type StaffAlert } from '#api/platform/limits/rules.ts';
import { errorLocation } from '#api/platform/log.ts';
import { enqueue } from './enqueue.ts';
import { writeEmail } from './write-email.ts';

interface Alert {
  heading: string;
  /** Without anybody's data: email is read on phones and forwarded. */
  paragraphs: string[];
  /** By default STAFF_EMAIL. */
  to?: string[];
}

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'limits' | 'log' | 'settings' | 'readFirm'>;

const locked =
  'Nobody is locked out. People get in as usual on the devices they have used before. On a new device they may be asked to wait for up to a minute.';

/** Tells staff that somebody guesses or floods: see `sendAlert`. */
export function alertStaff(kind: string, { heading, what }: StaffAlert, deps: Dependencies): Promise<void> {
  const often = 'You get this mail at most once an hour for as long as it goes on.';
  return sendAlert(kind, { heading, paragraphs: [what, locked, often] }, deps);
}

/**
 * Tells staff by email, and the log at level error, that something is under attack: once an hour per kind, across all
 * processes. Never throws, so the request that triggered it continues.
 */
export async function sendAlert(
  kind: string,
  { heading, paragraphs, to }: Alert,
  deps: Dependencies,
): Promise<void> {
  const first = await deps.limits.reserve(platformLimits.staffAlert, kind).then(
    () => true,
    () => false,
  );
  if (!first) return;
  deps.log.error('under attack', { kind });
  try {
    const email = writeEmail({ firm: await deps.readFirm(), subject: heading, heading, paragraphs });
    const { portal, keys, settings } = deps;
    await inTransaction(portal, async (session) => {
      for (const address of to ?? [settings.STAFF_EMAIL])
        await enqueue({ kind: 'attack-alert', to: address, ...email }, { portal, keys, session });
    });
  } catch (error) {
    deps.log.error('alert not sent', { kind, error: errorLocation(error) });
  }
}
