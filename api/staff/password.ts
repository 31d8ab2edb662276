import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { hashInTurn } from '../hash-in-turn.ts';

const parameters = {
  algorithm: 2 satisfies Algorithm as Algorithm.Argon2id,
  memoryCost: 65_536,
  timeCost: 3,
  parallelism: 1,
};
const busy = { text: 'An unexpected error occurred' };

/** @returns the argon2id hash (64 MiB, 3 passes) of an admin password. */
export function hashPassword(password: string): Promise<string> {
  return hashInTurn('staff', () => hash(password, parameters), busy);
}

/** @returns whether the password is the one behind the hash. */
export function checkPassword(passwordHash: string, password: string): Promise<boolean> {
  return hashInTurn('staff', () => verify(passwordHash, password), busy);
}
