import type { Connection, mongo } from 'mongoose';
import type { Lookup } from '#api/platform/keys/lookups.ts';
import type { Settings } from '#api/platform/settings.ts';
import { clientSessionLimits, prepareClients } from './clients/client.model.ts';
import { prepareAccessChanges } from './clients/client-access-change.model.ts';
import { prepareClientChanges } from './clients/client-changes.ts';
import { prepareClientDevices } from './clients/client-devices.ts';
import type { SecurityAddress } from './clients/security-email.ts';
import { prepareSignInAttempts } from './clients/sign-in-attempts.model.ts';
import { prepareSignInFailures } from './clients/sign-in-failures.ts';
import { editorDevices } from './editor-sign-in.ts';
import { makeSessions, prepareSessions, type Sessions } from './sessions.ts';
import { preparePresence } from './staff/presence.ts';
import { prepareSecondStep } from './staff/second-step.ts';
import { makeSingleSignOn, type SingleSignOn } from './staff/single-sign-on.ts';
import { prepareStaff, presentAccount, type StaffAccount, staffSessionLimits } from './staff/staff.model.ts';
import { staffDevices } from './staff/staff-session.ts';
import { prepareViews } from './staff/views.ts';

declare module '../platform/deps.ts' {
  interface Deps {
    staffSessions: Sessions<StaffAccount>;
    clientSessions: Sessions;
    /** The identity provider for staff; null without one. */
    singleSignOn: SingleSignOn | null;
    /**
     * The client's own email address for codes for a new PIN: the primary one, once it has been verified for three days.
     * Casework keeps it.
     *
     * @returns null where there is none, or no such client. The same queries run either way.
     */
    readPinCodeEmail(client: string, session: mongo.ClientSession): Promise<string | null>;
    /** Marks the account of a number if a contract was signed with the number. Casework keeps contracts. */
    markIfSigned(number: Lookup[]): Promise<void>;
    /** Where security emails to a client go. Casework stores these addresses. */
    readSecurityAddresses(client: string, session: mongo.ClientSession): Promise<SecurityAddress[]>;
  }
}

/** @returns the dependencies that accounts add. */
export function openAccounts(portal: Connection, settings: Settings) {
  return {
    staffSessions: makeSessions(portal, staffSessionLimits, presentAccount),
    clientSessions: makeSessions(portal, clientSessionLimits),
    singleSignOn: makeSingleSignOn(settings),
  };
}

/** Creates the collections and indexes of accounts. */
export async function prepareAccounts(portal: Connection): Promise<void> {
  await prepareStaff(portal);
  await prepareSecondStep(portal);
  await preparePresence(portal);
  await prepareViews(portal);
  await prepareSessions(portal, staffSessionLimits);
  await staffDevices.prepare(portal);
  await editorDevices.prepare(portal);
  await prepareClients(portal);
  await prepareSessions(portal, clientSessionLimits);
  await prepareSignInAttempts(portal);
  await prepareSignInFailures(portal);
  await prepareClientDevices(portal);
  await prepareAccessChanges(portal);
  await prepareClientChanges(portal);
}
