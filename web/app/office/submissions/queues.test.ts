import { describe, expect, test } from 'vitest';
import { decidedWords, queueAt, queues } from './queues.ts';

describe('the review queue at an address', () => {
  test.each([
    '/admin/dashboard',
    '/admin/contracts',
    '/admin/case-evaluation',
    '/admin/case-evaluationsx',
    '/case-evaluations',
    '/x/admin/case-evaluations',
    '',
  ])('is none: %j', (path) => {
    expect(() => queueAt(path)).toThrow(RangeError);
  });

  test.each([
    ['/admin/case-evaluations', 'evaluations'],
    ['/admin/case-evaluations/0123456789abcdef01234567/delete', 'evaluations'],
    ['/admin/attorney-applications/0123456789abcdef01234567', 'applications'],
    ['/admin/call-requests', 'callRequests'],
  ])('is that of the list and of all that is below it: %s', (path, name) => {
    expect(queueAt(path).name).toBe(name);
  });
});

describe('the words of a queue', () => {
  test('are made of what its submissions are called, where it has none of its own', () => {
    expect(queueAt('/admin/case-evaluations')).toMatchObject({
      heading: 'Case evaluations',
      empty: 'No case evaluations submitted yet.',
      failed: 'Failed to load case evaluations',
      open: 'View Details',
      waitsFor: 'review',
      decide: {
        approved: { label: 'Approve', failed: 'Failed to update status' },
        rejected: { label: 'Reject', failed: 'Failed to update status' },
      },
    });
  });

  test('are its own where it has some', () => {
    expect(queueAt('/admin/call-requests')).toMatchObject({
      heading: 'Call requests',
      waitsFor: 'a call',
      statuses: { pending: 'Open', approved: 'Called', rejected: 'Closed' },
      decide: { approved: { label: 'Mark as called' } },
    });
  });

  test.each([
    ['/admin/case-evaluations', 'approved', 'Status Updated', 'Case evaluation marked as approved'],
    ['/admin/case-evaluations', 'rejected', 'Status Updated', 'Case evaluation marked as rejected'],
    [
      '/admin/attorney-applications',
      'approved',
      'Application Approved',
      'The attorney is in the directory now.',
    ],
    ['/admin/attorney-applications', 'rejected', 'Application Rejected', undefined],
    ['/admin/call-requests', 'approved', 'Marked as called', undefined],
    ['/admin/call-requests', 'rejected', 'Closed without a call', undefined],
  ] as const)('say what was decided: %s %s', (path, decision, title, text) => {
    expect(queueAt(path).decide[decision].done).toEqual({ title, ...(text && { text }) });
  });

  test('say about whom it was decided', () => {
    const name = 'Canaria Testwright';
    expect(decidedWords(queueAt('/admin/case-evaluations'), 'rejected', name)).toEqual({
      title: 'Status Updated',
      text: 'Canaria Testwright: Case evaluation marked as rejected',
    });
    const { text } = decidedWords(queueAt('/admin/call-requests'), 'approved', name);
    expect(text).toBe(name);
    expect(decidedWords(queueAt('/admin/call-requests'), 'approved', '').text).toBeUndefined();
  });

  test('are different headings at different addresses', () => {
    expect(new Set(queues.map(({ heading }) => heading)).size).toBe(queues.length);
    expect(new Set(queues.map(({ path }) => path)).size).toBe(queues.length);
  });
});
