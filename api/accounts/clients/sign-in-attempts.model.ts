import { defineCollection } from '#api/platform/database/collection.ts';

/** An attempt that counts as failed until it is released. */
export interface SignInAttempt {
  id: string;
  at: Date;
  /** In the counters of addresses: keyed fingerprint of the number. */
  ssn?: string;
}

/** The attempts of one counter of `sign-in-attempts.ts`, or from one address. Its key consists of keyed fingerprints. */
export interface SignInAttempts {
  _id: string;
  /** The attempts, under the name that stored rows use. */
  tries: SignInAttempt[];
  /** How long the latest attempt has to wait; 0 = it was allowed. */
  wait_ms: number;
  expires_at: Date;
}

/** Without fields: it is only written by pipelines, which use the server's clock. */
export const signInAttemptsCollection = defineCollection<SignInAttempts>({
  name: 'client_sign_in_tries',
  indexes: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  retention: {
    label: 'counters of client sign-ins',
    since: 'once they no longer count',
    expired: (before) => ({ expires_at: { $lt: before } }),
  },
});
