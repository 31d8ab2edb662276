import { DomainError } from '#api/platform/domain-error.ts';

/**
 * Limits how much somebody has under way at once in this process: a request that arrives slowly costs memory and a connection for
 * as long as it takes, however few of them a limit by time allows.
 *
 * @param most for each key, such as an account. @returns a function that runs work, unless that much is under way. Then it throws
 * a DomainError `too-many` with the given message.
 */
export function makeInFlight(most: number, refusal: { title: string; text: string }) {
  const counts = new Map<string, number>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = counts.get(key) ?? 0;
    if (before >= most) throw new DomainError('too-many', refusal.text, { title: refusal.title });
    counts.set(key, before + 1);
    try {
      return await work();
    } finally {
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    }
  };
}
