import { TRPCError } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import { refusalOf } from './refusal.server.ts';

describe('what a procedure refuses is shown beside the form', () => {
  test('a failure is none of them: it goes on to the error page', () => {
    const failure = new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'no words for this' });
    expect(() => refusalOf(failure)).toThrow(failure);
    expect(() => refusalOf(new TypeError('broken'))).toThrow('broken');
  });

  test('with its status, title, sentence and fields', () => {
    const cause = Object.assign(new Error('Enter it'), { title: 'Look here', fields: { email: 'Enter it' } });
    expect(refusalOf(new TRPCError({ code: 'BAD_REQUEST', message: 'Enter it', cause }))).toEqual({
      status: 400,
      title: 'Look here',
      text: 'Enter it',
      errors: { email: 'Enter it' },
    });
  });

  test('with a title of ours where it has none', () => {
    const refused = refusalOf(new TRPCError({ code: 'TOO_MANY_REQUESTS', message: 'Wait a while.' }));
    expect(refused).toEqual({ status: 429, title: 'There is a problem', text: 'Wait a while.', errors: {} });
  });
});
