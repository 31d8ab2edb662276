import { TRPCError } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import { formRefusalOf } from './procedure-errors.server.ts';

describe('a refusal is shown beside the form', () => {
  test('but an unforeseen failure is thrown on to the error page', () => {
    const failure = new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'no words for this' });
    expect(() => formRefusalOf(failure)).toThrow(failure);
    expect(() => formRefusalOf(new TypeError('broken'))).toThrow('broken');
  });

  test('with its status, title, sentence and fields', () => {
    const cause = Object.assign(new Error('Enter it'), { title: 'Look here', fields: { email: 'Enter it' } });
    expect(formRefusalOf(new TRPCError({ code: 'BAD_REQUEST', message: 'Enter it', cause }))).toEqual({
      status: 400,
      title: 'Look here',
      text: 'Enter it',
      errors: { email: 'Enter it' },
    });
  });

  test('with a default title where it has none', () => {
    const refused = formRefusalOf(new TRPCError({ code: 'TOO_MANY_REQUESTS', message: 'Wait a while.' }));
    expect(refused).toEqual({ status: 429, title: 'There is a problem', text: 'Wait a while.', errors: {} });
  });
});
