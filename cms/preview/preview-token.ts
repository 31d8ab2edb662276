import { createHmac, timingSafeEqual } from 'node:crypto';
import { type PreviewSubject, previewPath } from './previewed.ts';

/** What a token is for: this person, in this session, and this document. */
export interface PreviewHolder {
  userId: string;
  subject: PreviewSubject;
}

/**
 * A token lasts to the end of the quarter of an hour after the one it was made in: 15 to 30 minutes. Made twice within a
 * quarter it is the same, because the admin loads the frame anew whenever its address changes.
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
  // The secret signs the editors' sessions too: what it signs here can never be taken for one.
  return createHmac('sha256', secret)
    .update(JSON.stringify(['claimdesk preview', userId, previewPath(subject), expiry]))
    .digest('base64url');
}
