import { expect, test } from 'vitest';
import { type RichText, renderRichText } from './render-rich-text.ts';

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
const render = (...children: object[]) =>
  renderRichText({ root: { ...base, type: 'root', children } } as unknown as RichText, {});

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
