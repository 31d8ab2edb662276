import type { QueueName } from '@claimdesk/forms/intakes';
import type { Outputs } from '#web/app/trpc.ts';

type Pending = Outputs[QueueName]['pending'];

/** @returns the number as people read it: exact below 100, otherwise `99+`. */
export function pendingCount({ count, more }: Pending): string {
  return `${count}${more ? '+' : ''}`;
}

/** @param waitsFor such as `review`. */
export function pendingText(pending: Pending, waitsFor: string): string {
  const { count, urgent } = pending;
  return `${count === 0 ? 'None' : pendingCount(pending)} waiting for ${waitsFor}${urgent > 0 ? `, ${urgent} with an appeal deadline` : ''}`;
}
