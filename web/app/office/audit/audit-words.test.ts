import { describe, expect, test } from 'vitest';
import {
  auditPath,
  detailWords,
  fieldWords,
  outcomeWord,
  placeOf,
  reasonWords,
  recordPath,
} from './audit-words.ts';

const id = '0123456789abcdef01234567';

describe('a call that was not done', () => {
  test.each([
    ['bad-input', 'What was entered was not accepted'],
    ['forbidden', 'The account may not do this'],
    ['not-found', 'There was no such record'],
    ['conflict', 'The record did not allow it, or somebody else had changed it'],
    ['too-many', 'It was over a limit'],
  ])('is refused for a reason that the caller was told: %s', (code, reason) => {
    expect(outcomeWord(code)).toBe('Refused');
    expect(reasonWords(code)).toBe(reason);
  });

  test.each(['internal', '', 'constructor'])('has failed for any other reason: %j', (code) => {
    expect(outcomeWord(code)).toBe('Failed');
  });

  test('reads as our fault when it has failed', () => {
    expect(reasonWords('internal')).toBe('There was an error on our side');
  });
});

describe('the area that an entry belongs to', () => {
  test.each(['evaluation', 'nowhere.list', '', '.', 'list.evaluations'])('is none for %j', (action) => {
    expect(placeOf(action)).toBeUndefined();
  });

  test.each([
    ['evaluations.decide', 'Case evaluations'],
    ['callRequests.list', 'Call requests'],
    ['staff.signIn', 'Back office'],
    ['cms-pages.publish', 'CMS: pages'],
  ])('is that of its own list: %s', (action, place) => {
    expect(placeOf(action)).toBe(place);
  });
});

describe('the page of the record that an entry is about', () => {
  test.each([
    ['contracts.detail', null],
    ['contracts.detail', ''],
    ['failedEmails.retry', id],
    ['uploads.send', id],
    ['cms-site.publish', id],
    ['cms-pages-of-others.publish', id],
  ])('is not there for %s about %j', (action, subject) => {
    expect(recordPath(action, subject)).toBeUndefined();
  });

  test.each([
    ['evaluations.decide', `/admin/case-evaluations/${id}`],
    ['applications.detail', `/admin/attorney-applications/${id}`],
    ['contracts.revealSsn', `/admin/contracts/${id}`],
    ['clients.detail', `/admin/client/${id}`],
    ['clients.ofEvaluation', `/admin/case-evaluations/${id}`],
    ['profile.changed', `/admin/client/${id}`],
    ['directory.change', `/admin/attorneys/${id}`],
    ['staffAccounts.disable', `/admin/staff/${id}`],
    ['cms-attorneys.publish', `/cms/collections/attorneys/${id}`],
  ])('is that of its own list: %s', (action, path) => {
    expect(recordPath(action, id)).toBe(path);
  });
});

describe('the details of an entry', () => {
  test('leave out what is empty', () => {
    expect(detailWords({ filters: '', format: 'csv' })).toEqual(['Format: csv']);
  });

  test.each([
    [{ kind: 'evaluations' }, 'Kind: case evaluations'],
    [{ kind: 'phone-number' }, 'Kind: phone number'],
    [{ filters: 'from, to, search' }, 'Filters: first day, last day, search'],
    [{ early: 'in person' }, 'Before its hold ended, after: a visit in person'],
    [{ rows: 0 }, 'Records: 0'],
    [{ deed: 'made-primary' }, 'Change: made primary'],
    [{ wayBack: 'by-phone' }, 'Way back: by-phone'],
  ])('are in words: %j', (details, words) => {
    expect(detailWords(details)).toEqual([words]);
  });

  test.each(['document', 'note', 'record'])('name a %s by the end of its id alone', (name) => {
    const [words = ''] = detailWords({ [name]: id });
    expect(words).toMatch(/: 234567$/);
    expect(words).not.toContain(id);
  });
});

describe('the names of changed fields', () => {
  test.each([
    ['first_name', 'First name'],
    ['yearsExperience', 'Years experience'],
    ['totp_secret', 'Two-step login'],
    ['needed', 'Needed from the client'],
  ])('are words: %s', (field, words) => {
    expect(fieldWords([field])).toEqual([words]);
  });

  test('are each said once, and never how a secret is stored', () => {
    expect(fieldWords(['totp_secret', 'totp_last_step', 'link_hash', 'link_expires_at', 'name'])).toEqual([
      'Two-step login',
      'Link to choose a password',
      'Name',
    ]);
  });
});

test('the log is read as a whole, or narrowed to one record', () => {
  expect(auditPath()).toBe('/admin/audit');
  expect(auditPath(id)).toBe(`/admin/audit?record=${id}`);
});
