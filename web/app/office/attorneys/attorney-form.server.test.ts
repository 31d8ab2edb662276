import { DomainError } from '@claimdesk/api/domain-error';
import { describe, expect, test } from 'vitest';
import { offeredStates, presentFailure, presentForm, readPost } from './attorney-form.server.ts';

const typed = {
  name: 'Canary Applewright',
  firm: 'Applewright Sample Law',
  email: 'canary.applewright@example.com',
  phone: '(201) 555-0163',
  city: 'Trenton',
  state: 'NJ',
  years_experience: '12',
  specialties: 'ALJ hearings, , SSI for children,',
  bio: 'Helps people\r\nwith claims.',
};

function posted(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe('a posted attorney', () => {
  test('has no token, key or version among the answers', () => {
    const { answers } = readPost(posted({ ...typed, token: 'a.b.c', key: 'k', version: '7' }));
    expect(Object.keys(answers).sort()).toEqual(Object.keys(typed).sort());
  });

  test('keeps what the form does not ask for, empty, for the server to refuse', () => {
    expect(readPost(posted({ ...typed, listed: 'true' })).answers).toHaveProperty('listed', '');
  });

  test('keeps what cannot be read as it was typed', () => {
    const wrong = { ...typed, years_experience: 'twelve', phone: '201' };
    expect(readPost(posted(wrong)).answers).toMatchObject({ years_experience: 'twelve', phone: '201' });
  });

  test.each(['key', 'version'] as const)('has a %s of a hundred characters at most', (name) => {
    expect(readPost(posted({ [name]: 'x'.repeat(500) }))[name]).toHaveLength(100);
  });

  test('is decoded by the form: digits, a number, and specialties one by one', () => {
    expect(readPost(posted(typed)).answers).toMatchObject({
      name: typed.name,
      phone: '2015550163',
      years_experience: 12,
      specialties: ['ALJ hearings', 'SSI for children'],
    });
  });
});

describe('an attorney who was not saved', () => {
  const form = posted({ ...typed, version: '7' });

  test('is told in the words of the form where the failure is ours', () => {
    expect(presentFailure(new Error('mongodb://secret'), form)).toMatchObject({
      status: 500,
      problem: presentForm().failed,
      isConflict: false,
    });
  });

  test('keeps what was typed where a colleague was faster', () => {
    const error = new DomainError('conflict', 'Somebody saved this attorney after you opened the form.');
    const failure = presentFailure(error, form);
    expect(failure).toMatchObject({
      status: 409,
      version: '7',
      isConflict: true,
      problem: { title: 'Failed to save attorney', text: error.message },
    });
    expect(failure.problem.values).toEqual(failure.answers);
    expect(failure.answers).toMatchObject({ city: 'Trenton' });
  });

  test('names the fields that the server names', () => {
    const fields = { city: 'Enter the attorney’s city' };
    const { status, problem } = presentFailure(new DomainError('bad-input', 'No city.', { fields }), form);
    expect([status, problem.errors]).toEqual([400, fields]);
  });
});

test('each form comes with a key of its own, so that adding twice is harmless', () => {
  expect(presentForm().key).not.toBe(presentForm().key);
});

test('the list is narrowed to the states that the form offers', () => {
  expect(offeredStates()).toMatchObject({ NJ: 'New Jersey', ND: 'North Dakota' });
  expect(Object.keys(offeredStates())).not.toContain('XX');
});
