import { expect, test } from 'vitest';
import { type RichText, renderPlainText, renderRichText } from './render-rich-text.ts';

const base = { version: 1, direction: null, format: '', indent: 0 };
const text = (words: string) => ({
  ...base,
  type: 'text',
  text: words,
  format: 0,
  mode: 'normal',
  style: '',
  detail: 0,
});
const item = (...children: object[]) => ({ ...base, type: 'listitem', value: 1, children });
const list = (listType: string, ...children: object[]) => ({
  ...base,
  type: 'list',
  listType,
  tag: listType === 'number' ? 'ol' : 'ul',
  start: 1,
  children,
});
const tokens = { phone: '(201) 555-0142', email: 'help@firm.test', wait: '3-5 months' };
const root = (...children: object[]) =>
  ({ root: { ...base, type: 'root', children } }) as unknown as RichText;
const render = (...children: object[]) => renderRichText(root(...children), tokens);
const paragraph = (...children: object[]) => ({
  ...base,
  type: 'paragraph',
  textFormat: 0,
  textStyle: '',
  children,
});
const link = (...children: object[]) => ({
  ...base,
  type: 'link',
  fields: { linkType: 'custom', newTab: false, url: '/faq' },
  children,
});

test('no part of a text bears a style, which the content policy would refuse', () => {
  const html = render(
    { ...base, type: 'paragraph', textFormat: 0, textStyle: '', children: [text('A')] },
    { ...base, type: 'heading', tag: 'h2', children: [text('B')] },
    { ...base, type: 'quote', children: [text('C')] },
    list('bullet', item(text('D'))),
  );
  expect(html).toBe('<p>A</p><h2>B</h2><blockquote>C</blockquote><ul><li>D</li></ul>');
});

test('a numbered list is one, and a list inside a list stands in an item of its own', () => {
  const html = render(list('number', item(text('One')), item(list('bullet', item(text('Under one'))))));
  expect(html).toBe('<ol><li>One</li><li class="nested"><ul><li>Under one</li></ul></li></ol>');
});

test('the phone number calls and the e-mail address writes, but not inside a link, and plain text stays plain', () => {
  const written = paragraph(text('Call {{phone}} or write to {{ email }}.'));
  const number = '(201) 555-0142';
  expect(render(written)).toBe(
    `<p>Call <a href="tel:+12015550142">${number}</a> or write to <a href="mailto:help@firm.test">help@firm.test</a>.</p>`,
  );
  expect(render(paragraph(link(text('Call {{phone}}'))))).toBe(`<p><a href="/faq">Call ${number}</a></p>`);
  expect(renderPlainText(root(written), tokens)).toBe('Call (201) 555-0142 or write to help@firm.test.');
});

test('a range of figures stays on one line, and an address with one stays an address', () => {
  expect(render(paragraph(text('It takes {{wait}}.')))).toBe(
    '<p>It takes <span class="range">3-5</span> months.</p>',
  );
  const address = { linkType: 'custom', newTab: false, url: '/articles/2024-2025' };
  expect(render(paragraph({ ...link(text('Read')), fields: address }))).toBe(
    '<p><a href="/articles/2024-2025">Read</a></p>',
  );
});
