import type { mongo } from 'mongoose';
import type { Deps } from '#api/platform/deps.ts';
import { enqueue } from '#api/platform/email/enqueue.ts';
import type { WrittenEmail } from '#api/platform/email/write-email.ts';

/** Where a client is told what happened with the account. */
export interface SecurityAddress {
  to: string;
  /** Whether the client has shown that it is theirs; else anybody may have typed it into a contract. */
  isVerified: boolean;
}

/**
 * Queues a message about the security of an account, in the transaction of what it is about. It names nobody and says nothing
 * of the claim: other people may read the mail, and one to an address that nobody has verified may reach a stranger, so a
 * mailbox gets few of these.
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
    await enqueue(
      { kind: isVerified ? kind : 'unverified-notice', to, ...email },
      { portal, ring: keys.fields, session },
    );
}
