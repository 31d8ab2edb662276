import { isSignedOut, type PageRequest } from '../../../session/for-signed-in.server.ts';
import { forStaff } from '../for-staff.server.ts';
import type { Queue } from './queue.ts';

/** @returns the page of the list that the address names; null where it can't be read, for the list to say so in its own place. */
export function loadList(page: PageRequest, { name }: Pick<Queue, 'name'>) {
  const cursor = new URL(page.request.url).searchParams.get('cursor');
  return forStaff(page, async ({ api }) => ({
    cursor,
    page: await api[name].list({ cursor }).catch((error: unknown) => {
      if (isSignedOut(error)) throw error;
      return null;
    }),
  }));
}
