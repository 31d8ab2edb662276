import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import mongoose from 'mongoose';
import { runningUris } from '../../scripts/mongod.ts';

/** @returns the value of a cookie in the page's browser context, or ''. */
export async function cookieValue(page: Page, name: string): Promise<string> {
  return (await page.context().cookies()).find((cookie) => cookie.name === name)?.value ?? '';
}

/** Sets the dates of the session with this secret, so that a test need not wait for hours. */
export async function setSessionDatesOf(
  secret: string,
  collection: 'staff_sessions' | 'client_sessions',
  dates: { expires_at?: Date; started_at?: Date },
): Promise<void> {
  const _id = createHash('sha256').update(secret).digest('base64url');
  const uris = await runningUris(process.env.SITE_DATA_DIR ?? '');
  const client = await mongoose.mongo.MongoClient.connect(uris?.siteUri ?? '');
  const sessions = client.db('portal').collection<{ _id: string }>(collection);
  const { matchedCount } = await sessions.updateOne({ _id }, { $set: dates });
  expect(matchedCount).toBe(1);
  await client.close();
}
