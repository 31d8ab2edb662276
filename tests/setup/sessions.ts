import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { withPortalDatabase } from './portal-database.ts';

/** @returns the value of a cookie in the page's browser context, or ''. */
export async function cookieValue(page: Page, name: string): Promise<string> {
  return (await page.context().cookies()).find((cookie) => cookie.name === name)?.value ?? '';
}

/** Lets four days pass since the client who is logged in verified an email address: younger ones get no codes. */
export async function ageVerifiedEmails(page: Page): Promise<void> {
  const _id = idOf(await cookieValue(page, 'client'));
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

function idOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Sets the dates of the session with this secret, so that a test need not wait for hours. */
export async function setSessionDatesOf(
  secret: string,
  collection: 'staff_sessions' | 'client_sessions',
  dates: { expires_at?: Date; started_at?: Date; confirmed_at?: Date },
): Promise<void> {
  const _id = idOf(secret);
  const { matchedCount } = await withPortalDatabase((portal) =>
    portal.collection<{ _id: string }>(collection).updateOne({ _id }, { $set: dates }),
  );
  expect(matchedCount).toBe(1);
}
