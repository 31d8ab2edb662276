import { escapeHtml } from '@claimdesk/api/escape-html';

/**
 * @returns text escaped for XML 1.0, for use between tags and in quoted attributes alike. Characters that XML cannot
 * represent (control characters, halves of a surrogate pair) are left out: one of them, pasted into a title, would make
 * the whole document unreadable.
 */
export function escapeXml(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ''));
}
