import type { mongo } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import type { WrittenEmail } from '#api/platform/email/write-email.ts';

export interface SecurityAddress {
  to: string;
  /** Whether the client has proved that it is theirs; otherwise anyone may have typed it into a contract. */
  isVerified: boolean;
}

/**
 * Queues a security email, in the transaction of the event. It contains no names and nothing about the claim, because other
 * people may read the mail. An unverified address may be a stranger's, so a mailbox gets few of these.
 */
export async function enqueueSecurityEmail(
  {
    kind,
    email,
    addresses,
  }: {
    kind: 'contact-changed' | 'pin-changed' | 'number-revealed';
    email: WrittenEmail;
    addresses: SecurityAddress[];
  },
  { portal, keys }: Pick<Deps, 'portal' | 'keys'>,
  session: mongo.ClientSession,
): Promise<void> {
  for (const { to, isVerified } of addresses)
    await enqueue({ kind: isVerified ? kind : 'unverified-notice', to, ...email }, { portal, keys, session });
}
