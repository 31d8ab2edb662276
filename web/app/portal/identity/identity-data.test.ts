import { DomainError } from '@claimdesk/api/domain-error';
import { describe, expect, test } from 'vitest';
import { presentIdentity, readIdentity, sendIdentity } from './identity-data.server.ts';

const registration = {
  _token: 'a token',
  _proof: 'a proof',
  ssn: '219-09-6789',
  'date_of_birth.month': '4',
  'date_of_birth.day': '12',
  'date_of_birth.year': '1958',
  pin: '7391',
  confirm_pin: '7391',
  not_a_robot: 'on',
};

function post(fields: Record<string, string>) {
  const posted = new FormData();
  for (const [name, value] of Object.entries(fields)) posted.append(name, value);
  return readIdentity('client-registration', posted);
}

const refuse = (error: unknown) => () => Promise.reject(error);
const kept = { date_of_birth: '1958-04-12', not_a_robot: true };

test('a post is decoded by the form’s definition, and token and proof are not answers', () => {
  expect(post(registration)).toEqual({
    name: 'client-registration',
    answers: { ...kept, ssn: '219096789', pin: '7391', confirm_pin: '7391' },
    unknown: [],
    token: 'a token',
    proof: 'a proof',
  });
});

test('a file in place of the token or the proof counts as missing', () => {
  const posted = new FormData();
  for (const name of ['_token', '_proof']) posted.append(name, new Blob(['x']), 'x.txt');
  expect(readIdentity('client-login', posted)).toMatchObject({ token: '', proof: '' });
});

describe('a refusal returns what was typed, except SSN and PIN', () => {
  test('a post with unknown fields is not sent at all', async () => {
    let sent = false;
    const answer = await sendIdentity(post({ ...registration, first_name: 'Eve' }), async () => {
      sent = true;
    });
    expect(sent).toBe(false);
    expect(answer).toMatchObject({ status: 400, title: 'Registration Failed', values: kept });
  });

  test('a procedure’s refusal is shown in its own words', async () => {
    const fields = { ssn: 'This one.' };
    const error = new DomainError('conflict', 'Taken.', { title: 'Oh no', fields });
    expect(await sendIdentity(post(registration), refuse(error))).toEqual({
      kind: 'problems',
      status: 409,
      title: 'Oh no',
      text: 'Taken.',
      errors: { ssn: 'This one.' },
      values: kept,
    });
  });

  test('an unforeseen failure is shown in the form’s words', async () => {
    const error = new Error('mongodb://secret');
    expect(await sendIdentity(post(registration), refuse(error))).toEqual({
      kind: 'problems',
      status: 500,
      title: 'Registration Failed',
      text: 'An error occurred during registration.',
      errors: {},
      values: kept,
    });
  });
});

test('the page starts empty and carries the challenge', () => {
  const opened = presentIdentity('client-login', {
    firmName: 'Firm',
    token: 'a token',
    needsProof: false,
    challenge: null,
  });
  expect(opened).toMatchObject({ token: 'a token', challenge: null, submitLabel: 'Log In' });
  expect(opened).not.toHaveProperty('values');
});
