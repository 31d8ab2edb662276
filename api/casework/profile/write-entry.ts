import type { FormDefinition } from '@claimdesk/forms/definition';
import type { mongo } from 'mongoose';
import { clientsCollection } from '#api/accounts/clients/client.model.ts';
import { clientEvent } from '#api/accounts/clients/client-event.ts';
import { type EventName, recordEvent } from '#api/accounts/clients/events.ts';
import { enqueueSecurityEmail, type SecurityAddress } from '#api/accounts/clients/security-email.ts';
import { storeDefinition } from '#api/casework/definitions/stored-definitions.ts';
import { caseworkLimits } from '#api/casework/limits.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { writeEmail } from '#api/platform/email/write-email.ts';
import { type ProfileEntry, profileCollections } from './profile-entry.model.ts';
import type { ProfileKind } from './profile-kinds.ts';
import type { EntryKey } from './read-entries.ts';

export type ProfileDeps = Pick<
  Deps,
  'portal' | 'keys' | 'log' | 'limits' | 'readFirm' | 'readSecurityAddresses' | 'audit'
>;

/**
 * @returns the number of the next change, which orders what is on the ledger: of one subject, each entry has its own.
 * @throws DomainError `not-found` for an account that is gone.
 */
export async function countChange(
  client: string,
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession,
): Promise<number> {
  const account = await clientsCollection
    .model(portal)
    .findOneAndUpdate(
      { _id: client },
      { $inc: { profile_changes: 1 } },
      { session, returnDocument: 'after', projection: { profile_changes: 1 } },
    )
    .lean();
  if (!account) throw new DomainError('not-found', 'Could not load client data.');
  return account.profile_changes ?? 0;
}

/** Contact details: a person who can change them can redirect letters and codes. */
const contactKinds: readonly ProfileKind[] = ['mailing-address', 'phone-number', 'email-address'];

/** What a client can do with the entries of the portal: `added` for the event `entry-added`. */
export type ClientAction = EventName<'entry'> extends `entry-${infer Action}` ? Action : never;

/** Actions that don't change how to reach the client. */
const harmlessActions: readonly ClientAction[] = ['allowed', 'disallowed', 'link-asked'];

/**
 * Runs one change of an entry. Each begins with a write to the account, so that those of one client happen one after the other,
 * in every process: a count stays right, one entry is the primary one, and nothing is added to an account that is being deleted.
 * What was done is listed for the client and for staff, and is on the audit log before it is committed; and when it changes how
 * to reach the client, the addresses that were verified before are told.
 *
 * @param definition that the change stores answers of. @param work gets the number of the change, and calls `done` once it has
 * changed something, with the names of the fields that have another value now.
 * @throws DomainError `too-many` for a client who changes things all the time.
 */
export async function writeEntry<T>(
  { client, kind, action }: Omit<EntryKey, 'id'> & { action: ClientAction },
  deps: ProfileDeps,
  definition: FormDefinition | null,
  work: (
    change: number,
    session: mongo.ClientSession,
    done: (fields?: string[]) => Promise<void>,
  ) => Promise<T>,
): Promise<T> {
  const isTold = contactKinds.includes(kind) && !harmlessActions.includes(action);
  let recorded: string | undefined;
  await deps.limits.reserve(caseworkLimits.profileChange, client);
  if (definition) await storeDefinition(definition, deps.portal);
  return inTransaction(deps.portal, async (session) => {
    const change = await countChange(client, deps, session);
    const earlier = isTold ? await deps.readSecurityAddresses(client, session) : [];
    return work(change, session, async (fields = []) => {
      const event = { client_id: client, name: `entry-${action}`, by: 'client', subject: kind } as const;
      await recordEvent(event, deps, session);
      // A transaction may run several times. The audit log's name for the action is `deed`.
      if (recorded !== fields.join())
        await deps.audit.record(
          clientEvent(client, 'profile.changed', { fields, details: { deed: action, kind } }),
        );
      recorded = fields.join();
      if (earlier.length > 0) await mailContactChange({ client, addresses: earlier }, deps, session);
    });
  });
}

/** Says nothing of what was changed: other people may read the client's mail. */
async function mailContactChange(
  { client, addresses }: { client: string; addresses: SecurityAddress[] },
  deps: ProfileDeps,
  session: mongo.ClientSession,
): Promise<void> {
  try {
    await deps.limits.reserve(caseworkLimits.contactChangedEmail, client);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too-many') return;
    throw error;
  }
  const firm = await deps.readFirm();
  const email = writeEmail({
    firm,
    subject: 'Your contact details were changed',
    heading: 'Your contact details were changed',
    paragraphs: [
      'Somebody who was logged in to the client portal changed how we can reach you.',
      'If it was you, there is nothing to do.',
      `If this was not you, call us${firm.phone ? ` at ${firm.phone}` : ''}.`,
    ],
  });
  await enqueueSecurityEmail({ kind: 'contact-changed', email, addresses }, deps, session);
}

/** @throws DomainError `not-found`. */
export async function findRow(
  { client, kind, id }: EntryKey,
  { portal }: Pick<Deps, 'portal'>,
  session: mongo.ClientSession,
): Promise<ProfileEntry> {
  const row = await profileCollections[kind]
    .model(portal)
    .findOne({ _id: id, client_id: client, deleted_at: null })
    .session(session)
    .lean<ProfileEntry>();
  if (!row) throw notFound();
  return row;
}

export function notFound(): DomainError {
  return new DomainError(
    'not-found',
    'This entry is no longer there. It may have been deleted in another window.',
  );
}
