import { DomainError } from '@claimdesk/api/domain-error';
import { describe, expect, test } from 'vitest';
import { fieldErrorsOf, formRefusalOf, refusalOf } from './procedure-errors.server.ts';

describe('a refusal is shown beside the form', () => {
  test('but an unforeseen failure is thrown on to the error page', () => {
    expect(() => formRefusalOf(new TypeError('broken'))).toThrow('broken');
  });

  test('and so is one that is about the page as a whole', () => {
    const refusal = new DomainError('forbidden', 'Not from here.');
    expect(() => formRefusalOf(refusal)).toThrow(refusal);
  });

  test('with its status, title, sentence and fields', () => {
    const fields = { email: 'Enter it' };
    const refusal = new DomainError('bad-input', 'Enter it', { title: 'Look here', fields });
    expect(formRefusalOf(refusal)).toEqual({
      status: 400,
      title: 'Look here',
      text: 'Enter it',
      errors: { email: 'Enter it' },
    });
  });

  test('with a default title where it has none', () => {
    const refused = formRefusalOf(new DomainError('too-many', 'Wait a while.'));
    expect(refused).toEqual({ status: 429, title: 'There is a problem', text: 'Wait a while.', errors: {} });
  });
});

describe('a page that shows every error itself', () => {
  test('has its own words for an unforeseen failure', () => {
    const words = { title: 'Not saved', text: 'Try again.' };
    expect(refusalOf(new TypeError('broken'), words)).toEqual({ status: 500, ...words, errors: {} });
  });

  test('shows the words of any refusal, and its own title where it has none', () => {
    const refused = refusalOf(new DomainError('conflict', 'Somebody was faster.'), { title: 'Not saved' });
    expect(refused).toEqual({ status: 409, title: 'Not saved', text: 'Somebody was faster.', errors: {} });
  });

  test('shows a refusal that names no field for the whole form', () => {
    const fields = { email: 'Enter it' };
    expect(fieldErrorsOf(refusalOf(new DomainError('bad-input', 'Enter it', { fields })))).toEqual(fields);
    expect(fieldErrorsOf(refusalOf(new DomainError('conflict', 'Too late')))).toEqual({ '': 'Too late' });
  });
});
