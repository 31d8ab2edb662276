import { claimDateKinds, claimSteps } from '@claimdesk/api/claim-steps';
import { staffForms } from '@claimdesk/forms/staff-forms';
import { expect, test } from 'vitest';
import { claimAnswers, readClaim } from './claim-answers.ts';

const hearing = { kind: 'hearing', day: '2027-01-14', time: '13:30' } as const;
const stored = {
  id: 'a',
  version: 2,
  step: 'filed',
  since: '2026-01-05',
  needed: 'Letters of May',
  note: null,
  next: hearing,
  isNextOver: false,
  who: 'Kim',
  at: '2026-05-01T12:00:00Z',
} as const;
const withDate = claimAnswers(stored);
const dateless = { step: 'filed', next_kind: 'none' };

test('a date that has passed, and the day on which the step began, are not in the dialog', () => {
  expect(withDate).toEqual({
    step: 'filed',
    needed: 'Letters of May',
    next_kind: 'hearing',
    next_day: '2027-01-14',
    next_time: '13:30',
  });
  expect(claimAnswers({ ...stored, isNextOver: true })).toEqual({ ...dateless, needed: 'Letters of May' });
  expect(claimAnswers(undefined)).toEqual({ next_kind: 'none' });
});

test('a next date has its time, or is of the whole day', () => {
  expect(readClaim(withDate, withDate)).toMatchObject({ since: '', note: '', next: hearing });
  const { next_time: _blank, ...wholeDay } = withDate;
  expect(readClaim(wholeDay, withDate)).toMatchObject({ next: { ...hearing, time: null } });
});

test('choosing no date takes out the date that the dialog showed, with its day and time', () => {
  expect(readClaim({ ...withDate, next_kind: 'none' }, withDate)).toMatchObject({ next: null });
  expect(readClaim(dateless, dateless)).toMatchObject({ next: null });
});

test.each([
  [{ next_day: hearing.day }, { kind: '', day: hearing.day, time: null }],
  [{ next_time: '09:15' }, { kind: '', day: '', time: '09:15' }],
])('a day or a time without what happens then is sent, for the server to refuse: %j', (typed, next) => {
  expect(readClaim({ ...dateless, ...typed }, dateless)).toMatchObject({ next });
});

test('the dialog names steps and kinds of dates as the client reads them', () => {
  const { step, next_kind } = staffForms.claim.ui.fields;
  const steps = Object.entries(claimSteps).map(([name, { title }]) => [name, title]);
  expect(step?.options).toEqual(Object.fromEntries(steps));
  expect(next_kind?.options).toEqual({ none: 'No date', ...claimDateKinds });
});
