import type { Session } from '#api/accounts/sessions.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import type { ProcedureMeta } from '#api/platform/trpc.ts';

/**
 * For how many minutes a proof of identity is valid. A page opens only in the first of them, so that time is left to submit
 * its form.
 */
const minutes = { page: 15, call: 30 } as const;

/**
 * Refuses what a session alone is not enough for, such as one that was left open or stolen.
 *
 * @param confirmed of the procedure. @param at whether a page wants to call it later, or it is called now.
 * @throws DomainError `forbidden` with the reason `confirm`.
 */
export function requireConfirmation(
  { confirmedAt }: Pick<Session, 'confirmedAt'>,
  { confirmed }: ProcedureMeta,
  at: keyof typeof minutes,
): void {
  if (!confirmed) return;
  if (Date.now() - confirmedAt.getTime() < minutes[at] * 60_000) return;
  throw new DomainError(
    'forbidden',
    'First confirm that it is you: open this page in another tab, then press the button here once more.',
    { title: 'Nothing was changed', reason: 'confirm' },
  );
}
