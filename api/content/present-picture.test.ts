import type { Media } from '@claimdesk/cms/types';
import { expect, test } from 'vitest';
import { uploadHtml } from './present-picture.ts';

const media = {
  id: '1',
  createdAt: '',
  updatedAt: '',
  filename: 'a field.webp',
  mimeType: 'image/webp',
  width: 1800,
  height: 900,
  alt: 'A "blue" field',
  sizes: {
    small: { filename: 'a field-480x240.webp', width: 480, height: 240 },
    medium: { filename: 'a field-960x480.webp', width: 960, height: 480 },
    large: { filename: null, width: null, height: null },
  },
} as Media;

test.each([null, 'an id', undefined, {}, { ...media, width: null }])(
  'nothing to show is nothing: %j',
  (upload) => {
    expect(uploadHtml(upload)).toBe('');
  },
);

test('what editors type is output as text, never as markup', () => {
  const html = uploadHtml({
    ...media,
    alt: '"><script>',
    caption: '<b>',
    filename: '"><script>.webp',
    sizes: {},
  });
  expect(html).not.toMatch(/<script|<b>/);
});

test('a picture lists its widths, reserves its space and loads lazily', () => {
  expect(uploadHtml(media)).toBe(
    '<figure><img src="/media/a%20field.webp" ' +
      'srcset="/media/a%20field-480x240.webp 480w, /media/a%20field-960x480.webp 960w, /media/a%20field.webp 1800w" ' +
      'sizes="(min-width: 50rem) 45rem, 100vw" width="1800" height="900" alt="A &#34;blue&#34; field" ' +
      'loading="lazy" decoding="async"></figure>',
  );
});

test('a decorative picture has empty alt text, and a caption is below its picture', () => {
  const html = uploadHtml({ ...media, decorative: true, caption: 'Near Trenton' });
  expect(html).toContain('alt=""');
  expect(html).toContain('<figcaption>Near Trenton</figcaption>');
});

test('a PDF is a link that says so', () => {
  expect(uploadHtml({ ...media, mimeType: 'application/pdf', filename: 'form.pdf', alt: 'The form' })).toBe(
    '<p><a href="/media/form.pdf">The form (PDF)</a></p>',
  );
});
