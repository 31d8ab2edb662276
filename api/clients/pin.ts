import { randomBytes } from 'node:crypto';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { hashInTurn } from '../hash-in-turn.ts';

const parameters = {
  algorithm: 2 satisfies Algorithm as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** The words for a full line (SPEC section 8). */
export interface Busy {
  title: string;
  text: string;
}

/**
 * A hash in the place of one that does not exist: comparing costs the same, and no PIN fits because nobody hashed
 * anything to get it.
 */
export const nobodysPin = ['', 'argon2id', 'v=19', 'm=19456,t=2,p=1', base64(16), base64(32)].join('$');

/**
 * @returns the argon2id hash (19 MiB, 2 passes) of a PIN, which holds for this client only.
 * @throws DomainError `unavailable` when too many wait to be hashed.
 */
export function hashPin(clientId: string, pin: string, busy: Busy): Promise<string> {
  return hashInTurn('clients', () => hash(bound(clientId, pin), parameters), busy);
}

/** @returns whether it is the PIN behind the hash. @throws DomainError `unavailable` when too many wait. */
export function checkPin(pinHash: string, clientId: string, pin: string, busy: Busy): Promise<boolean> {
  return hashInTurn('clients', () => verify(pinHash, bound(clientId, pin)), busy);
}

function bound(clientId: string, pin: string): string {
  return `${clientId}:${pin}`;
}

function base64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}
