import type { Connection, mongo } from 'mongoose';
import type { Settings } from '#api/platform/settings.ts';
import { clientSessionLimits } from './clients/client.model.ts';
import type { SecurityAddress } from './clients/security-email.ts';
import { makeSessions, type Sessions } from './sessions.ts';
import { makeSingleSignOn, type SingleSignOn } from './staff/single-sign-on.ts';
import { presentAccount, type StaffAccount, staffSessionLimits } from './staff/staff.model.ts';

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
    markIfSigned(ssn: string): Promise<void>;
    /** Opens the matter of a client who was confirmed, unless a contract has made one. Casework keeps them. */
    openMatterOf(client: string, session: mongo.ClientSession): Promise<void>;
    /** Deletes the matter of an account that ends, where no contract has made one. */
    endMatterOf(client: string, session: mongo.ClientSession): Promise<void>;
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
