import { expect, test } from 'vitest';
import { anchorHeadings } from './heading-anchors.ts';

test('a text with few headings has anchors and no list of contents', () => {
  expect(anchorHeadings('<p>A</p><h2>One</h2><h3>Under it</h3><h2 style="x">Two</h2>')).toEqual({
    html: '<p>A</p><h2 id="part-1">One</h2><h3>Under it</h3><h2 id="part-2" style="x">Two</h2>',
    headings: [],
  });
});

test('the list says a heading as people read it, without its markup', () => {
  const html = '<h2>A</h2><h2>B</h2><h2><strong>Tom &amp; Jerry&#39;s</strong> &lt;b&gt;</h2><h2>D</h2>';
  expect(anchorHeadings(html).headings.map(({ heading }) => heading)).toEqual([
    'A',
    'B',
    "Tom & Jerry's <b>",
    'D',
  ]);
});
