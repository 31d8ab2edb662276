import { describe, expect, test } from 'vitest';
import { proofName } from '#web/app/ui/not-a-robot/robot-check.tsx';
import { readLogin } from './read-login.ts';

function post(fields: Record<string, string | Blob>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readLogin(form);
}

describe('what is missing from a login', () => {
  test('is both, the email address first, where an account was begun with neither', () => {
    expect(post({ way: 'email' }).missing).toEqual({
      title: 'Login Failed',
      text: 'Enter your email address',
      fields: { email: 'Enter your email address', password: 'Enter your password' },
    });
  });

  test.each([
    [{ way: 'email', email: ' \t', password: 'typed' }, { email: 'Enter your email address' }],
    [{ way: 'email', email: 'robin@example.com' }, { password: 'Enter your password' }],
    [{ way: 'password', password: '' }, { password: 'Enter the admin password' }],
    [{ way: 'shared', email: 'robin@example.com' }, { password: 'Enter the admin password' }],
    [{}, { password: 'Enter the admin password' }],
  ])('is named at its field: %j', (fields, missing) => {
    expect(post(fields).missing?.fields).toEqual(missing);
  });

  test('is a password in place of which a file was sent', () => {
    expect(post({ way: 'password', password: new Blob(['typed']) })).toMatchObject({
      password: '',
      missing: { fields: { password: 'Enter the admin password' } },
    });
  });

  test.each<Record<string, string>>([
    { way: 'password', password: ' ' },
    { way: 'email', email: 'robin@example.com', password: 'typed' },
    { way: 'passkey', answer: '{}' },
    { way: 'passkey' },
  ])('is nothing: %j', (fields) => {
    expect(post(fields).missing).toBeNull();
  });
});

test('the email address is read without the spaces around it, and the password as it was typed', () => {
  const fields = { way: 'email', email: ' Robin@Example.com ', password: ' four words in a row ' };
  expect(post({ ...fields, answer: 'a', [proofName]: 'solved' })).toEqual({
    way: 'email',
    email: 'Robin@Example.com',
    password: ' four words in a row ',
    answer: 'a',
    proof: 'solved',
    missing: null,
  });
});
