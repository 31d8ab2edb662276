import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { withPortalDatabase } from './portal-database.ts';

/** @returns the value of a cookie in the page's browser context, or ''. */
export async function cookieValue(page: Page, name: string): Promise<string> {
  return (await page.context().cookies()).find((cookie) => cookie.name === name)?.value ?? '';
}

/** Sets the dates of the session with this secret, so that a test need not wait for hours. */
export async function setSessionDatesOf(
  secret: string,
  collection: 'staff_sessions' | 'client_sessions',
  dates: { expires_at?: Date; started_at?: Date; confirmed_at?: Date },
): Promise<void> {
  const _id = createHash('sha256').update(secret).digest('base64url');
  const { matchedCount } = await withPortalDatabase((portal) =>
    portal.collection<{ _id: string }>(collection).updateOne({ _id }, { $set: dates }),
  );
  expect(matchedCount).toBe(1);
}
