import type { Connection, mongo } from 'mongoose';

/** A try that counts as failed until it is taken back. */
export interface SignInTry {
  id: string;
  at: Date;
  /** Of tries by address: keyed fingerprint of the number. */
  ssn?: string;
}

/** The tries of one number, of one known device with one number, or from one address. All are keyed fingerprints. */
export interface SignInTries {
  _id: string;
  tries: SignInTry[];
  /** How long whoever tried last has to wait; 0 = may try. */
  wait_ms: number;
  /** After too many in a month; only staff open it again. */
  closed?: boolean;
  /** Null while it is closed. */
  expires_at: Date | null;
}

/** Without a model: it is only ever written by pipelines that the server runs by its own clock. */
export function signInTries(portal: Connection): mongo.Collection<SignInTries> {
  return portal.getClient().db(portal.name).collection<SignInTries>('client_sign_in_tries');
}

export async function prepareSignInTries(portal: Connection): Promise<void> {
  await signInTries(portal).createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
}
