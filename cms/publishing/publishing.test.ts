import { describe, expect, it } from 'vitest';
import { body, heading, link, paragraph } from '../testing.ts';
import { checkHeadings } from './check-headings.ts';
import { checkLinks } from './check-links.ts';
import { checkTokens } from './check-tokens.ts';
import type { RichText } from './rich-text.ts';

const ownOrigin = 'https://claims.example.org';

function made(...nodes: object[]): RichText {
  return body(...nodes) as unknown as RichText;
}

describe('headings', () => {
  it('a text that starts below level 2 is refused', () => {
    expect(checkHeadings(made(heading('h3', 'Deep')))).toBe(
      'The heading "Deep" is at level 3, but the one before it is at level 1. Make it level 2.',
    );
  });

  it('a skipped level is refused', () => {
    expect(checkHeadings(made(heading('h2', 'One'), heading('h4', 'Two')))).toContain('Make it level 3.');
  });

  it.each(['', '   '])('a heading without words is refused: "%s"', (words) => {
    expect(checkHeadings(made(heading('h2', words)))).toBe('A heading has no words. Write it or remove it.');
  });

  it('levels may go down one by one and up by any number', () => {
    const order = ['h2', 'h3', 'h4', 'h2', 'h3', 'h3'] as const;
    expect(checkHeadings(made(...order.map((tag) => heading(tag, tag))))).toBeUndefined();
  });

  it('a text without headings is accepted', () => {
    expect(checkHeadings(made(paragraph('Words')))).toBeUndefined();
  });
});

describe('links', () => {
  const check = (url: string, words = 'the page') =>
    checkLinks(made(paragraph('See ', link(url, words))), ownOrigin);

  it.each(['', '#', 'https://'])('a link that leads nowhere is refused: "%s"', (url) => {
    expect(check(url)).toBe('The link "the page" leads nowhere. Give it an address.');
  });

  it.each(['', ' '])('a link without words is refused: "%s"', (words) => {
    expect(check('/faq', words)).toContain('has no words');
  });

  it.each(['faq', './faq', 'www.example.org', 'javascript:alert(1)', 'data:text/html,x'])(
    'a target that is neither a path nor a full address is refused: %s',
    (url) => {
      expect(check(url)).toContain('must start with "/"');
    },
  );

  it('an address without its scheme is refused', () => {
    expect(check('//example.org/faq')).toContain('must start with one "/"');
  });

  it.each([`${ownOrigin}/faq`, 'http://claims.example.org/faq', `${ownOrigin.toUpperCase()}/faq`])(
    'a full address of this site is refused: %s',
    (url) => {
      expect(check(url)).toContain('leads to this site');
    },
  );

  it.each([
    '/faq',
    '/faq#wait',
    '#wait',
    'https://www.ssa.gov/',
    'mailto:someone@example.org',
    'tel:+15550100100',
  ])('a working target is accepted: %s', (url) => {
    expect(check(url)).toBeUndefined();
  });
});

describe('tokens in a body', () => {
  it('an unknown token is refused wherever it stands', () => {
    expect(checkTokens(made(heading('h2', 'About {{fones}}')))).toContain('{{fones}} is not known');
    expect(checkTokens(made(paragraph('See ', link('/faq', '{{fones}}'))))).toContain(
      '{{fones}} is not known',
    );
    expect(checkTokens(made(paragraph('See ', link('mailto:{{emial}}', 'us'))))).toContain('{{emial}}');
  });

  it('a token cut in two by a style is refused', () => {
    expect(checkTokens(made(paragraph('Call {{pho'), paragraph('ne}}')))).toContain('not complete');
  });

  it('known tokens are accepted', () => {
    expect(checkTokens(made(paragraph('{{phone}} or {{email}}')))).toBeUndefined();
  });
});
