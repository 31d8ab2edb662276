import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { errorLocation } from '#api/platform/log.ts';

/**
 * Does work whose failure on our side, such as a database that takes nothing, is told in the words of its form. It is logged by
 * its location.
 *
 * @throws DomainError what the work refuses; `unavailable` with these words for everything else.
 */
export async function failingWith<T>(
  { title, text }: { title: string; text: string },
  { log }: Pick<Deps, 'log'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'unavailable') throw error;
    if (!(error instanceof DomainError))
      log.error('client form failed', { kind: title, error: errorLocation(error) });
    throw new DomainError('unavailable', text, { title, cause: error });
  }
}
