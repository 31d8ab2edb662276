import type { RequestContext } from '#api/platform/context.ts';
import { makeFairQueue } from '#api/platform/hashing-queue.ts';
import { makeKnownDevices } from './known-devices.ts';
import { admit } from './sign-in-gate.ts';

const busy = { text: 'Very many people sign in right now. Please try again in a minute.' };

export const editorDevices = makeKnownDevices({
  cookie: 'cms-device',
  sameSite: 'Strict',
  collection: 'editor_devices',
  accountField: 'account',
  purpose: 'cms-account',
});

/** The CMS would use the whole machine to compare passwords: at most two at once, known browsers in their own queue. */
const comparePassword = makeFairQueue(2, {
  known: { maxWaiting: 20 },
  strangers: { maxWaiting: 1_000, newestFirst: true },
});

/**
 * Signs an editor in by the same rules as staff. The CMS compares the password and owns the session; guessing is limited
 * here, because the CMS has neither the counters nor the keys.
 *
 * @param email as typed. @param signIn makes the CMS compare the password.
 * @returns the response of the CMS; after status 200 the browser is known.
 * @throws DomainError `too-many` with how long to wait, `unavailable` when the queue is full; whatever `signIn` throws.
 */
export async function signInEditor<Response extends { status: number }>(
  email: string,
  signIn: () => Promise<Response>,
  browser: Pick<RequestContext, 'deps' | 'address' | 'cookies'>,
): Promise<Response> {
  const account = email.trim().toLowerCase();
  const device = await editorDevices.find(account, browser);
  const { rank, release } = await admit('cms', { device, proof: '', waitInRequest: true }, browser);
  const queue = device ? 'known' : 'strangers';
  const response = await comparePassword(queue, signIn, { busy, rank }).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  // Only a wrong password counts, not an incomplete request or an error of the CMS.
  if (response.status !== 401) await release();
  if (response.status === 200) await editorDevices.remember({ account, userId: account }, browser);
  return response;
}
