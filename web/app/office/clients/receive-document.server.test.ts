import { describe, expect, test } from 'vitest';
import { problemsOf, readNamed } from './receive-document.server.ts';

function posted(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe('the title and the type of a document', () => {
  test('are both asked for', () => {
    expect(problemsOf(readNamed(new FormData()))).toEqual({
      title: 'Enter a title',
      type: 'Choose what it is',
    });
  });

  test.each(['contract', 'Other', 'constructor'])('are of no type %j', (type) => {
    expect(readNamed(posted({ title: 'Filing', type }))).toEqual({ title: 'Filing', type: '' });
  });

  test('are a title of 120 characters, and no longer one', () => {
    expect(problemsOf({ title: 'x'.repeat(121), type: 'other' })).toEqual({
      title: 'Enter a title of 120 characters or fewer',
    });
    expect(problemsOf({ title: 'x'.repeat(120), type: 'other' })).toEqual({});
  });

  test.each(['two\nlines', 'nul\u0000', 'half \ud800 a pair', 'a separator\u2028between'])(
    'are a title on one line: %j',
    (title) => {
      expect(problemsOf({ title, type: 'other' })).toEqual({
        title: 'Enter a title on one line, of letters and digits',
      });
    },
  );

  test('are read without the spaces around the title', () => {
    expect(readNamed(posted({ title: ' Filing of März ', type: 'evidence-of-filing' }))).toEqual({
      title: 'Filing of März',
      type: 'evidence-of-filing',
    });
  });
});
