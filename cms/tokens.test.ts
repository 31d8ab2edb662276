import { describe, expect, it } from 'vitest';
import { findTokenFault, tokens } from './tokens.ts';

describe('tokens in text', () => {
  it.each([
    ['Earn less than {{sgaMontly}}.', '{{sgaMontly}} is not known. Did you mean {{sgaMonthly}}?'],
    ['Call {{Phone}}.', '{{Phone}} is not known. Did you mean {{phone}}?'],
    ['Call {{ phone }}.', '{{ phone }} is not known. Did you mean {{phone}}?'],
    [
      'Within {{appealDaysMail}} days.',
      '{{appealDaysMail}} is not known. Did you mean {{appealDaysWithMail}}?',
    ],
  ])('an unknown token is refused with the nearest known one: %s', (text, sentence) => {
    expect(findTokenFault(text)).toBe(sentence);
  });

  it.each(['Call {{phone', 'Call phone}}', 'Call {{phone}'])('half a token is refused: %s', (text) => {
    expect(findTokenFault(text)).toContain('not complete');
  });

  it('the first faulty token is the one that is named', () => {
    expect(findTokenFault('{{phone}} {{emial}} {{fone}}')).toContain('{{emial}}');
  });

  it('every known token is accepted, once and repeated', () => {
    const text = tokens.map((name) => `{{${name}}} and {{${name}}}`).join(', ');
    expect(findTokenFault(text)).toBeUndefined();
  });

  it('text without tokens is accepted, single braces included', () => {
    expect(findTokenFault('A {curly} remark.')).toBeUndefined();
  });

  it('every token has one name', () => {
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});
