import type { Connection, mongo } from 'mongoose';

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

/** Not a mongoose model: it is only written by pipelines, which use the server's clock. */
export function signInAttempts(portal: Connection): mongo.Collection<SignInAttempts> {
  return portal.getClient().db(portal.name).collection<SignInAttempts>('client_sign_in_tries');
}

export async function prepareSignInAttempts(portal: Connection): Promise<void> {
  await signInAttempts(portal).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
}
