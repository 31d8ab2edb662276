import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { queueAt, type Submission } from './queues.ts';
import { AppealBy, StatusBadge, SubmissionRecord } from './submission-record.tsx';

/** @returns the text without its markup. */
const textOf = (element: React.ReactElement) => renderToStaticMarkup(element).replace(/<[^>]*>/g, '');

describe('the last day to appeal', () => {
  const due = (daysLeft: number, isUrgent = true) => ({
    appealBy: { day: '2027-03-03', daysLeft },
    isUrgent,
  });

  test('is not there for a submission without a letter', () => {
    expect(renderToStaticMarkup(<AppealBy appealBy={null} isUrgent={false} />)).toBe('');
  });

  test.each([
    [60, 'Appeal by March 3, 2027, 60 days left'],
    [1, 'Appeal by March 3, 2027, 1 day left'],
    [0, 'Appeal by March 3, 2027, today'],
    [-1, 'Appeal was due March 3, 2027, 1 day ago'],
    [-12, 'Appeal was due March 3, 2027, 12 days ago'],
  ])('is said with the days that are left: %d', (daysLeft, words) => {
    expect(textOf(<AppealBy {...due(daysLeft)} />)).toBe(words);
  });

  test.each([
    ['far off', due(60), false],
    ['near', due(3), true],
    ['passed and not decided', due(-1), true],
    ['near, but decided', due(3, false), false],
  ])('is marked while it is near and nothing is decided: %s', (_when, appeal, isMarked) => {
    expect(renderToStaticMarkup(<AppealBy {...appeal} />).includes('near')).toBe(isMarked);
  });
});

describe('a status', () => {
  test('is in the words of its queue', () => {
    const words = queueAt('/admin/call-requests').statuses;
    expect(textOf(<StatusBadge status="approved" words={words} />)).toBe('Called');
    expect(textOf(<StatusBadge status="approved" />)).toBe('Approved');
  });
});

describe('a submission', () => {
  const submission: Submission = {
    id: '0123456789abcdef01234567',
    name: 'Canaria Testwright',
    reference: 'K7QH-M9XC',
    columns: [],
    status: 'pending',
    decisions: ['approved', 'rejected'],
    submittedAt: '2026-07-01T12:00:00.000Z',
    reviewedAt: null,
    reviewedBy: null,
    appealBy: null,
    isUrgent: false,
    isSample: false,
    callBy: null,
    called: null,
    phone: null,
    owner: null,
    takeBackUntil: null,
    email: null,
    rejection: null,
    invitation: null,
    signed: null,
    attempts: [],
    sections: [{ title: 'Answers', answers: [{ field: 'zip', question: 'ZIP code', value: 'N/A' }] }],
  };
  const queue = queueAt('/admin/case-evaluations');
  const text = (more: Partial<Submission> = {}) =>
    textOf(<SubmissionRecord queue={queue} submission={{ ...submission, ...more }} />);

  test('was reviewed by nobody before it is decided, and has no deadline without a letter', () => {
    expect(text()).not.toMatch(/Reviewed|Deadline/);
  });

  test('says when it was sent, and what was asked and answered', () => {
    expect(text()).toContain('Submitted7/1/2026, 8:00 AM Eastern time');
    expect(text()).toContain('AnswersZIP codeN/A');
  });

  test('says who decided, and nothing of an account that was deleted', () => {
    const reviewedAt = '2026-07-02T12:00:00.000Z';
    expect(text({ status: 'approved', reviewedAt, reviewedBy: 'Robin' })).toContain('Eastern time by Robin');
    expect(text({ status: 'approved', reviewedAt })).not.toContain('Eastern time by');
  });

  const at = '2026-07-02T12:00:00.000Z';

  test.each([
    ['waits', 'Letter goes out7/2/2026, 8:00 AM Eastern time'],
    ['sent', 'Letter sent7/2/2026, 8:00 AM Eastern time'],
    ['failed', 'Letter could not be sent7/2/2026, 8:00 AM Eastern time'],
  ] as const)('that was rejected says why, and of its letter that it %s', (state, words) => {
    const shown = text({ status: 'rejected', rejection: { reason: 'has a lawyer', letter: { state, at } } });
    expect(shown).toContain('Reason, for staff onlyHas a lawyer');
    expect(shown).toContain(words);
  });

  test('says when its sender was invited, and which contract came of it, also when that is deleted', () => {
    const invitation = { at, link: 'opened' } as const;
    expect(text({ invitation })).toContain(
      'Invited to sign7/2/2026, 8:00 AM Eastern time: the link was opened',
    );
    const signed = { at, reference: 'W3RT-2B7D', id: null };
    expect(text({ signed })).toContain('contract W3RT-2B7D, deleted since');
    const Page = createRoutesStub([
      {
        path: '*',
        Component: () => (
          <SubmissionRecord
            queue={queue}
            submission={{ ...submission, signed: { ...signed, id: submission.id } }}
          />
        ),
      },
    ]);
    expect(renderToStaticMarkup(<Page />)).toContain(`href="/admin/contracts/${submission.id}"`);
  });
});
