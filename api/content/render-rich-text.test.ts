import { expect, test } from 'vitest';
import {
  fillApart,
  fillTokens,
  type RichText,
  renderArticle,
  renderPlainText,
  renderRichText,
} from './render-rich-text.ts';

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

test('no element has an inline style, which the Content Security Policy would refuse', () => {
  const html = render(
    { ...base, type: 'paragraph', textFormat: 0, textStyle: '', children: [text('A')] },
    { ...base, type: 'heading', tag: 'h2', children: [text('B')] },
    { ...base, type: 'quote', children: [text('C')] },
    list('bullet', item(text('D'))),
  );
  expect(html).toBe('<p>A</p><h2>B</h2><blockquote>C</blockquote><ul><li>D</li></ul>');
});

test('a numbered list stays numbered, and a nested list is in its own item', () => {
  const html = render(list('number', item(text('One')), item(list('bullet', item(text('Under one'))))));
  expect(html).toBe('<ol><li>One</li><li class="nested"><ul><li>Under one</li></ul></li></ol>');
});

test('the phone number and the email address become links, but not inside a link, and plain text stays plain', () => {
  const written = paragraph(text('Call {{phone}} or write to {{ email }}.'));
  const number = '(201) 555-0142';
  expect(render(written)).toBe(
    `<p>Call <a href="tel:+12015550142">${number}</a> or write to <a href="mailto:help@firm.test">help@firm.test</a>.</p>`,
  );
  expect(render(paragraph(link(text('Call {{phone}}'))))).toBe(`<p><a href="/faq">Call ${number}</a></p>`);
  expect(renderPlainText(root(written), tokens)).toBe('Call (201) 555-0142 or write to help@firm.test.');
});

test('a range of figures and the number of a form or a rule stay on one line, and a URL that contains them stays intact', () => {
  expect(render(paragraph(text('It takes {{wait}}.')))).toBe(
    '<p>It takes <span class="unbroken">3-5</span> months.</p>',
  );
  expect(render(paragraph(text('Send SSA-789, or HA-501.')))).toBe(
    '<p>Send <span class="unbroken">SSA-789</span>, or <span class="unbroken">HA-501</span>.</p>',
  );
  expect(render(paragraph(text('See 20 CFR 404.1597a, and POMS DI 25501.320.')))).toBe(
    '<p>See 20\u00a0CFR\u00a0404.1597a, and POMS\u00a0DI\u00a025501.320.</p>',
  );
  const address = { linkType: 'custom', newTab: false, url: '/articles/2024-2025/SSA-789' };
  expect(render(paragraph({ ...link(text('Read')), fields: address }))).toBe(
    '<p><a href="/articles/2024-2025/SSA-789">Read</a></p>',
  );
});

test('the second-level headings of an article have anchors, and are listed as people read them', () => {
  const heading = (tag: string, ...children: object[]) => ({ ...base, type: 'heading', tag, children });
  const article = renderArticle(
    root(
      heading('h2', text('About {{wait}}')),
      heading('h3', text('Under it')),
      heading('h2', { ...text('Tom & Jerry'), format: 1 }, text("'s <b>")),
    ),
    tokens,
  );
  expect(article.html).toBe(
    '<h2 id="part-1">About <span class="unbroken">3-5</span> months</h2><h3>Under it</h3>' +
      '<h2 id="part-2"><strong>Tom &amp; Jerry</strong>&#39;s &lt;b&gt;</h2>',
  );
  expect(article.headings).toEqual([
    { id: 'part-1', heading: 'About 3-5 months' },
    { id: 'part-2', heading: "Tom & Jerry's <b>" },
  ]);
});

test('the links of an article are known wherever they stand in it', () => {
  const { links } = renderArticle(
    root(list('bullet', item(paragraph(link(text('Questions'))))), paragraph(text('None'))),
    tokens,
  );
  expect(links).toEqual(['/faq']);
});

test('a heading of a forged kind becomes a plain one', () => {
  const forged = { ...base, type: 'heading', tag: 'script>alert(1)</script', children: [text('A')] };
  expect(render(forged)).toBe('<h2>A</h2>');
});

const amounts = {
  factsYear: '2026',
  limit: { value: '$1,690', year: '2026' },
  blind: { value: '$2,830', year: '2026' },
  last: { value: '$900', year: '2024' },
  cap: { value: '$7,200' },
};

test.each([
  ['Up to {{limit}} a month.', 'Up to $1,690 (2026) a month.'],
  ['In {{factsYear}}, up to {{limit}} a month.', 'In 2026, up to $1,690 a month.'],
  ['Up to {{limit}} a month in {{factsYear}}.', 'Up to $1,690 a month in 2026.'],
  ['Up to {{limit}}, or {{blind}} if you are blind.', 'Up to $1,690 (2026), or $2,830 if you are blind.'],
  ['In {{factsYear}} it is {{limit}}. Blind, {{blind}}.', 'In 2026 it is $1,690. Blind, $2,830 (2026).'],
  ['In {{factsYear}} it is {{limit}}, and {{last}}.', 'In 2026 it is $1,690, and $900 (2024).'],
  ['In 2026 it is {{limit}}.', 'In 2026 it is $1,690.'],
  ['In 2025 it was less than {{limit}}.', 'In 2025 it was less than $1,690 (2026).'],
  ['Is it {{limit}}? “Yes.” It is {{limit}}.', 'Is it $1,690 (2026)? “Yes.” It is $1,690 (2026).'],
  ['Never more than {{cap}}.', 'Never more than $7,200.'],
  ['{{limit}}', '$1,690 (2026)'],
  ['{{nothing}} and {{ limit }}', ' and $1,690 (2026)'],
])('the year of an amount is said once in each sentence: %s', (written, shown) => {
  expect(fillTokens(written, amounts)).toBe(shown);
});

const claims = {
  ownCount: 'the firm’s own count',
  denied: { value: '70%', attribution: 'our estimate' },
  won: { value: '85%+', attribution: 'the firm’s own count, since 1993: hearings', isOwn: true },
  years: { value: '30+', attribution: 'the firm’s own count, since 1993: years', isOwn: true },
} as const;

test.each([
  ['About {{denied}} are denied.', 'About 70% (our estimate) are denied.'],
  ['We won {{won}}.', 'We won 85%+ (the firm’s own count, since 1993: hearings).'],
  ['For {{years}} years ({{ownCount}}).', 'For 30+ years (the firm’s own count, since 1993: years).'],
  ['We say {{ownCount}}. {{denied}}', 'We say the firm’s own count. 70% (our estimate)'],
  [
    '{{years}} years, {{won}} ({{ownCount}}) of {{denied}}.',
    '30+ years, 85%+ (the firm’s own count, since 1993: years; the firm’s own count, since 1993: hearings) of 70% (our estimate).',
  ],
])('whose figure a result is, is said in its sentence: %s', (written, shown) => {
  expect(fillTokens(written, claims)).toBe(shown);
});

test('whose figure it is stands apart from one that stands alone', () => {
  expect(fillApart('Over {{denied}}', claims)).toEqual({ value: 'Over 70%', attribution: 'Our estimate' });
  expect(fillApart('200', claims)).toEqual({ value: '200', attribution: null });
});

const tableNode = (fields: object) => ({ ...base, type: 'block', fields: { blockType: 'table', ...fields } });

test('a table has its caption, scopes and the name of each column for small screens, with its figures', () => {
  const fields = {
    caption: 'Waits <b>',
    columns: [{ label: 'Level' }, { label: 'Wait' }],
    rows: [{ cells: [{ text: 'First' }, { text: '{{wait}}' }] }],
  };
  expect(render(tableNode(fields))).toBe(
    '<table class="table"><caption>Waits &#60;b&#62;</caption>' +
      '<thead><tr><th scope="col">Level</th><th scope="col">Wait</th></tr></thead>' +
      '<tbody><tr><th scope="row">First</th><td data-label="Wait"><span class="unbroken">3-5</span> months</td></tr></tbody></table>',
  );
  expect(renderPlainText(root(tableNode(fields)), tokens)).toBe('Waits <b>. First, 3-5 months.');
});

test('a caption that says what the heading above it says is only for screen readers', () => {
  const heading = { ...base, type: 'heading', tag: 'h2', children: [text('Waits')] };
  const html = render(heading, tableNode({ caption: 'Waits', columns: [], rows: [] }));
  expect(html).toContain('<table class="table"><caption class="visually-hidden">Waits</caption>');
});

test('a table of which a preview sends only parts does not fail', () => {
  expect(render(tableNode({ rows: [{ cells: 1 }, null] }))).toContain(
    '<table class="table"><caption></caption>',
  );
});

test('a list of things to tick is a list that says so to the style sheet alone', () => {
  expect(render(list('check', item(text('Call'))))).toBe('<ul class="checklist"><li>Call</li></ul>');
});
