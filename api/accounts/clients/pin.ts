import { randomBytes } from 'node:crypto';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { type HashingQueueName, hashInQueue } from '#api/accounts/hashing-queue.ts';

const parameters = {
  algorithm: 2 satisfies Algorithm as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** The error message when the hashing queue is full. */
export interface Busy {
  title: string;
  text: string;
}

/**
 * A substitute for the hash of a missing account: comparing costs the same, and no PIN matches because it is random.
 */
export const unmatchablePinHash = ['', 'argon2id', 'v=19', 'm=19456,t=2,p=1', base64(16), base64(32)].join(
  '$',
);

/**
 * @returns the argon2id hash (19 MiB, 2 passes) of a PIN, valid for this client only.
 * @throws DomainError `unavailable` when the hashing queue is full.
 */
export function hashPin(clientId: string, pin: string, busy: Busy): Promise<string> {
  return hashInQueue('clients', () => hash(saltedPin(clientId, pin), parameters), busy);
}

/** @returns whether the PIN matches the hash. @throws DomainError `unavailable` when the queue is full. */
export function checkPin(
  { pinHash, clientId, pin }: { pinHash: string; clientId: string; pin: string },
  queue: HashingQueueName,
  busy: Busy,
): Promise<boolean> {
  return hashInQueue(queue, () => verify(pinHash, saltedPin(clientId, pin)), busy);
}

function saltedPin(clientId: string, pin: string): string {
  return `${clientId}:${pin}`;
}

function base64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}
