import { createHmac, timingSafeEqual } from 'node:crypto';
import { type PreviewSubject, previewPath } from './previewed.ts';

/** What a token is for: this person, in this session, and this document. */
export interface PreviewHolder {
  userId: string;
  subject: PreviewSubject;
}

/**
 * Tokens expire at the end of the quarter hour after the one they were made in: after 15 to 30 minutes. Within a quarter hour
 * the token stays the same, because the admin reloads the frame whenever its address changes.
 */
const quarterMs = 15 * 60_000;

/**
 * @param secret of the CMS (`PAYLOAD_SECRET`), known to the editors' process, which makes tokens, and to the site.
 * @returns `expiry.mac`
 */
export function makePreviewToken(secret: string, holder: PreviewHolder, now: Date): string {
  const expiry = ((Math.floor(now.getTime() / quarterMs) + 2) * quarterMs).toString(36);
  return `${expiry}.${mac(secret, holder, expiry)}`;
}

/** @returns whether the token was made with this secret for this person and document and has not expired. */
export function checkPreviewToken(secret: string, holder: PreviewHolder, token: string, now: Date): boolean {
  const [expiry = '', given = ''] = token.split('.');
  if (!(Number.parseInt(expiry, 36) > now.getTime())) return false;
  const expected = Buffer.from(mac(secret, holder, expiry));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function mac(secret: string, { userId, subject }: PreviewHolder, expiry: string): string {
  // The secret signs the editors' sessions too; this prefix keeps a preview token from ever passing as one.
  return createHmac('sha256', secret)
    .update(JSON.stringify(['claimdesk preview', userId, previewPath(subject), expiry]))
    .digest('base64url');
}
