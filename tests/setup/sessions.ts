import { expect, type Page } from '@playwright/test';
import { staffSessionLimits } from '../../api/accounts/staff/staff.model.ts';
import { hashSecret, makeSecret } from '../../api/platform/keys/fingerprint.ts';
import { withPortalDatabase } from './portal-database.ts';

/** @returns the value of a cookie in the page's browser context, or ''. */
export async function cookieValue(page: Page, name: string): Promise<string> {
  return (await page.context().cookies()).find((cookie) => cookie.name === name)?.value ?? '';
}

/** Lets four days pass since the client who is logged in verified an email address: younger ones get no codes. */
export async function ageVerifiedEmails(page: Page): Promise<void> {
  const _id = hashSecret(await cookieValue(page, 'client'));
  const { matchedCount } = await withPortalDatabase(async (portal) => {
    const session = await portal
      .collection<{ _id: string; user_id: string }>('client_sessions')
      .findOne({ _id });
    return portal
      .collection('email_addresses')
      .updateMany(
        { client_id: session?.user_id, verified_at: { $exists: true } },
        { $set: { verified_at: new Date(Date.now() - 4 * 24 * 60 * 60 * 1000) } },
      );
  });
  expect(matchedCount).toBeGreaterThan(0);
}

/** Opens a session of a member of staff, as a sign-in does. @returns its secret, for the cookie. */
export async function addStaffSession(user_id: string): Promise<string> {
  const { sessions, idleMinutes } = staffSessionLimits;
  const secret = makeSecret();
  const now = new Date();
  const row = { user_id, started_at: now, expires_at: new Date(now.getTime() + idleMinutes * 60_000) };
  await withPortalDatabase((portal) =>
    portal.collection<{ _id: string }>(sessions.name).insertOne({ _id: hashSecret(secret), ...row }),
  );
  return secret;
}

/** Sets the dates of the session with this secret, so that a test need not wait for hours. */
export async function setSessionDatesOf(
  secret: string,
  collection: 'staff_sessions' | 'client_sessions',
  dates: { expires_at?: Date; started_at?: Date; confirmed_at?: Date },
): Promise<void> {
  const _id = hashSecret(secret);
  const { matchedCount } = await withPortalDatabase((portal) =>
    portal.collection<{ _id: string }>(collection).updateOne({ _id }, { $set: dates }),
  );
  expect(matchedCount).toBe(1);
}
