import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { platformLimits, type StaffAlert } from '#api/platform/limits/rules.ts';
import { errorLocation } from '#api/platform/log.ts';
import { enqueue } from './enqueue.ts';
import { writeEmail } from './write-email.ts';

const locked =
  'Nobody is locked out. People get in as usual on the devices they have used before. On a new device they may be asked to wait for up to a minute.';

/**
 * Tells staff by email, and the log at level error, that something is under attack: once an hour per kind, across all
 * processes. Never throws, so the request that triggered it continues.
 */
export async function alertStaff(
  kind: string,
  { heading, what }: StaffAlert,
  deps: Pick<Deps, 'portal' | 'keys' | 'limits' | 'log' | 'settings' | 'readFirm'>,
): Promise<void> {
  const first = await deps.limits.reserve(platformLimits.staffAlert, kind).then(
    () => true,
    () => false,
  );
  if (!first) return;
  deps.log.error('under attack', { kind });
  try {
    const email = writeEmail({
      firm: await deps.readFirm(),
      subject: heading,
      heading,
      paragraphs: [what, locked, 'You get this mail at most once an hour for as long as it goes on.'],
    });
    const row = { kind: 'attack-alert' as const, to: deps.settings.STAFF_EMAIL, ...email };
    const { portal, keys } = deps;
    await inTransaction(portal, (session) => enqueue(row, { portal, keys, session }));
  } catch (error) {
    deps.log.error('alert not sent', { kind, error: errorLocation(error) });
  }
}
