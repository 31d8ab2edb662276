import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { errorLocation } from '#api/platform/log.ts';

/**
 * Runs work and reports unexpected failures, such as a database that refuses writes, in the form's own words. They are logged
 * by location.
 *
 * @throws DomainError what the work refuses; `unavailable` with these words for everything else.
 */
export async function withFormError<T>(
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
