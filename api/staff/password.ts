import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { DomainError } from '../domain-error.ts';

const parameters = {
  algorithm: 2 satisfies Algorithm as Algorithm.Argon2id,
  memoryCost: 65_536,
  timeCost: 3,
  parallelism: 1,
};
const atOnce = 2;
const waitingAtMost = 20;

let running = 0;
const waiting: (() => void)[] = [];

/** @returns the argon2id hash (64 MiB, 3 passes) of an admin password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters));
}

/** @returns whether the password is the one behind the hash. */
export function checkPassword(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, password));
}

/**
 * Hashing is made to cost memory and time, so a crowd at the sign-in must not take all of it from the rest of the site:
 * two at once, a short queue, then a plain refusal.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingAtMost) throw new DomainError('unavailable', 'An unexpected error occurred');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
