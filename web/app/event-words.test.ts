import { describe, expect, test } from 'vitest';
import { describeEvent, eventWords } from './event-words.ts';

describe('what a client reads of an event', () => {
  test.each([
    ['entry-added', 'mailing-address', 'Added a mailing address'],
    ['entry-changed', 'email-address', 'Changed an email address'],
    ['entry-deleted', 'emergency-contact', 'Deleted an emergency contact'],
    ['entry-restored', 'medical-facility', 'Restored a facility'],
    ['entry-made-primary', 'phone-number', 'Made a different one the primary phone number'],
    ['entry-made-primary', 'email-address', 'Made a different one the primary email address'],
    ['entry-allowed', 'phone-number', 'Gave consent for a phone number'],
    ['entry-disallowed', 'emergency-contact', 'Withdrew consent for an emergency contact'],
    ['entry-link-asked', 'email-address', 'Asked for a link to verify an email address'],
    ['entry-verified', 'email-address', 'Verified an email address'],
    ['entry-added', 'of-another-version', 'Changed your details'],
    ['downloads.documentFile', 'evidence-of-filing', 'Downloaded Evidence of Filing'],
    ['downloads.documentFile', 'of-another-version', 'Downloaded a document'],
    ['uploads.documentFile', '6b0a4387162a070b4f75a213', 'Opened a paper that you sent'],
    ['clients.detail', null, 'Opened your record'],
    ['closed', null, 'Changed your account'],
  ] as const)('%s, about %s, is said as “%3$s”', (what, subject, words) => {
    expect(describeEvent({ what, subject, said: null })).toBe(words);
  });

  const day = '2026-01-05';
  test.each([
    [
      { kind: 'decision', day, level: 'hearing', outcome: 'favorable' },
      'Received a decision: The judge approved your claim on January 5, 2026',
    ],
    [{ kind: 'hearing notice', day }, 'Received the notice of your hearing, dated January 5, 2026'],
    [{ kind: 'appeal filed', day, level: 'hearing' }, 'Filed your request for a hearing on January 5, 2026'],
    [{ kind: 'closed', day, isWithdrawn: false }, 'Closed your case on January 5, 2026'],
    [{ kind: 'closed', day, isWithdrawn: true }, 'Withdrew your claim on January 5, 2026'],
    [null, 'Recorded something about your claim'],
  ] as const)('of a matter, %j, is said as “%s”', (said, words) => {
    expect(describeEvent({ what: 'matter-event', subject: null, said })).toBe(words);
  });

  test('has no gap where nothing is named', () => {
    for (const [what, { client }] of Object.entries(eventWords))
      if (client?.includes('…')) expect(what).toMatch(/^(entry-|downloads\.)/);
  });
});
