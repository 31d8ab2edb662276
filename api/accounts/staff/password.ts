import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { type HashingQueueName, hashInQueue } from '#api/accounts/hashing-queue.ts';

const parameters = {
  algorithm: 2 satisfies Algorithm as Algorithm.Argon2id,
  memoryCost: 65_536,
  timeCost: 3,
  parallelism: 1,
};
const busy = {
  title: 'Please wait a moment',
  text: 'Very many people log in right now. Please try again in a minute.',
};

/** @returns the argon2id hash (64 MiB, 3 passes) of an admin password. */
export function hashPassword(password: string): Promise<string> {
  return hashInQueue('staff', () => hash(password, parameters), busy);
}

/**
 * @param queue and `rank` within it, see `makeFairQueue`.
 * @returns whether the password matches the hash. @throws DomainError `unavailable` when the queue is full.
 */
export function checkPassword(
  passwordHash: string,
  password: string,
  { queue = 'staff', rank = 0 }: { queue?: HashingQueueName; rank?: number } = {},
): Promise<boolean> {
  return hashInQueue(queue, () => verify(passwordHash, password), busy, rank);
}
