import type { QueueName } from '@claimdesk/forms/intakes';
import type { Outputs } from '#web/app/trpc.ts';

type Pending = Outputs[QueueName]['pending'];

/** @returns the number as people read it: exact below 100, otherwise `99+`. */
export function pendingCount({ count, more }: Pending): string {
  return `${count}${more ? '+' : ''}`;
}

export function pendingText(pending: Pending): string {
  return pending.count === 0 ? 'None waiting for review' : `${pendingCount(pending)} waiting for review`;
}
