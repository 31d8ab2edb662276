import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { errorLocation } from '#api/platform/log.ts';
import { enqueue } from './enqueue.ts';
import { writeEmail } from './write-email.ts';

/** The texts of alerts to staff. They contain no names: email is read on phones and forwarded. */
const alerts = {
  staffSignIn: {
    heading: 'Many failed logins to the back office',
    what: 'Far more logins to the back office than usual fail right now. Somebody may be guessing passwords.',
  },
  cmsSignIn: {
    heading: 'Many failed logins to the CMS',
    what: 'Far more logins to the CMS than usual fail right now. Somebody may be guessing passwords.',
  },
  clientSignIn: {
    heading: 'Many failed logins to the client portal',
    what: 'Far more client logins than usual fail right now. Somebody may be guessing PINs.',
  },
  clientRegistration: {
    heading: 'Many registrations in the client portal',
    what: 'Far more people than usual try to register for the client portal right now.',
  },
  unprovenForm: {
    heading: 'Many forms from browsers without script',
    what: 'Far more forms than usual arrive from browsers that run no script. Some may come from programs.',
  },
} as const;
export type StaffAlert = keyof typeof alerts;

const locked =
  'Nobody is locked out. People get in as usual on the devices they have used before. On a new device they may be asked to wait for up to a minute.';

export function isStaffAlert(kind: string): kind is StaffAlert {
  return Object.hasOwn(alerts, kind);
}

/**
 * Tells staff by email, and the log at level error, that something is under attack: once an hour per kind, across all
 * processes. Never throws, so the request that triggered it continues.
 */
export async function alertStaff(
  kind: StaffAlert,
  deps: Pick<Deps, 'portal' | 'keys' | 'limits' | 'log' | 'outbox' | 'settings' | 'readFirm'>,
): Promise<void> {
  const first = await deps.limits.reserve('staffAlert', kind).then(
    () => true,
    () => false,
  );
  if (!first) return;
  deps.log.error('under attack', { kind });
  const { heading, what } = alerts[kind];
  try {
    const email = writeEmail({
      firm: await deps.readFirm(),
      subject: heading,
      heading,
      paragraphs: [what, locked, 'You get this mail at most once an hour for as long as it goes on.'],
    });
    const row = { kind: 'attack-alert' as const, to: deps.settings.STAFF_EMAIL, ...email };
    const { portal, keys } = deps;
    await inTransaction(portal, (session) => enqueue(row, { portal, ring: keys.fields, session }));
    deps.outbox.wake();
  } catch (error) {
    deps.log.error('alert not sent', { kind, error: errorLocation(error) });
  }
}
