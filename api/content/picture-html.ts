import type { Media } from '@claimdesk/cms/types';
import { escapeHtml } from '#api/platform/http/escape-html.ts';
import { mediaUrl, presentPicture } from './present-picture.ts';

/** A picture in running text is as wide as the text, or the screen if narrower. */
const sizes = '(min-width: 50rem) 45rem, 100vw';

/**
 * @param upload an uploaded file in rich text; only an id if the file is gone.
 * @returns a lazy-loaded picture in all its saved widths, with its space reserved; a link for any other file; an empty
 * string if there is nothing to show.
 */
export function uploadHtml(upload: unknown): string {
  if (typeof upload !== 'object' || !upload) return '';
  const media = upload as Media;
  const picture = presentPicture(media);
  if (!picture) return fileLink(media);
  const { alt, width, height, sources } = picture;
  const srcset = sources.map((source) => `${source.url} ${source.width}w`).join(', ');
  const img =
    `<img src="${escapeHtml(sources.at(-1)?.url ?? '')}" srcset="${escapeHtml(srcset)}" sizes="${sizes}" ` +
    `width="${width}" height="${height}" alt="${escapeHtml(alt)}" loading="lazy" decoding="async">`;
  const caption = media.caption ? `<figcaption>${escapeHtml(media.caption)}</figcaption>` : '';
  return `<figure>${img}${caption}</figure>`;
}

function fileLink({ filename, mimeType, alt }: Media): string {
  if (!filename || mimeType?.startsWith('image/')) return '';
  return `<p><a href="${escapeHtml(mediaUrl(filename))}">${escapeHtml(alt || filename)} (PDF)</a></p>`;
}
