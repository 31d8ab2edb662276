import { expect, test } from 'vitest';
import { firstChoice } from './mapping-form.tsx';

test('headings of two columns for a name, and of two for a hearing, are found', () => {
  const headers = [
    'Claimant First',
    'Last name',
    'SSN',
    'DOB',
    'Level',
    'Status',
    'Status date',
    'Hearing date',
    'Hearing time',
  ];
  const choice = firstChoice(headers, null);
  expect(choice).toMatchObject({ first: '0', last: '1', ssn: '2', birth: '3', level: '4' });
  expect(choice).toMatchObject({ status: '5', day: '6', next: '7', time: '8' });
  expect(choice).not.toHaveProperty('name');
});

test('a heading for half of a name is not taken for one', () => {
  expect(firstChoice(['First name', 'Status'], null)).not.toHaveProperty('first');
  expect(firstChoice(['Claimant', 'Last update'], null)).toMatchObject({ name: '0' });
});
