import type { RequestContext } from '#api/platform/context.ts';
import { makeFairQueue } from '#api/platform/fair-queue.ts';
import { makeKnownDevices } from './known-devices.ts';
import { makeDeviceCookie } from './sign-in-cookies.ts';
import { admit } from './sign-in-gate.ts';

const busy = { text: 'Very many people sign in right now. Please try again in a minute.' };

export const editorDeviceCookie = makeDeviceCookie({ name: 'cms-device', sameSite: 'Strict' });

export const editorDevices = makeKnownDevices({
  name: 'editor_devices',
  whose: 'editors',
  accountField: 'account',
  purpose: 'cms-account',
});

/** The CMS would use the whole machine to compare passwords: at most two at once, known browsers in their own queue. */
const comparePassword = makeFairQueue(2, {
  known: { maxWaiting: 20 },
  strangers: { maxWaiting: 1_000, newestFirst: true },
});

/** What the CMS found; `not-compared` after an incomplete request or an error of its own. */
export type PasswordVerdict = 'right' | 'wrong' | 'not-compared';

/**
 * Signs an editor in by the same rules as staff. The CMS compares the password and owns the session; guessing is limited
 * here, because the CMS has neither the counters nor the keys.
 *
 * @param email as typed. @param deviceSecret what the browser keeps of earlier sign-ins; undefined if it was never known.
 * @param compare makes the CMS compare the password.
 * @returns the answer of the CMS and, when the password was right, the browser's new device secret.
 * @throws DomainError `too-many` with how long to wait, `unavailable` when the queue is full; whatever `compare` throws.
 */
export async function signInEditor<Answer extends { password: PasswordVerdict }>(
  {
    email,
    deviceSecret,
    compare,
  }: { email: string; deviceSecret: string | undefined; compare: () => Promise<Answer> },
  context: Pick<RequestContext, 'deps' | 'address'>,
): Promise<{ answer: Answer; deviceSecret?: string }> {
  const account = email.trim().toLowerCase();
  const { deps } = context;
  const device = await editorDevices.find({ account, secret: deviceSecret }, deps);
  const { rank, release } = await admit('cms', { device, proof: '', waitInRequest: true }, context);
  const queue = device ? 'known' : 'strangers';
  const answer = await comparePassword(queue, compare, { busy, rank }).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  // Only a wrong password counts, not an incomplete request or an error of the CMS.
  if (answer.password !== 'wrong') await release();
  if (answer.password !== 'right') return { answer };
  const browser = { account, userId: account, secret: deviceSecret };
  return { answer, deviceSecret: await editorDevices.remember(browser, deps) };
}
