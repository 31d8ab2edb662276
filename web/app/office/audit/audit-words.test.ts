import { describe, expect, test } from 'vitest';
import { auditPath, detailWords, outcomeWord, reasonWords } from './audit-words.ts';

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
    [{ reach: 'by-phone' }, 'Reach: by-phone'],
  ])('are in words: %j', (details, words) => {
    expect(detailWords(details)).toEqual([words]);
  });

  test.each(['document', 'note', 'record'])('name a %s by the end of its id alone', (name) => {
    const [words = ''] = detailWords({ [name]: id });
    expect(words).toMatch(/: 234567$/);
    expect(words).not.toContain(id);
  });
});

test('the log is read as a whole, or narrowed to one record', () => {
  expect(auditPath()).toBe('/admin/audit');
  expect(auditPath(id)).toBe(`/admin/audit?record=${id}`);
});
