import type { Media } from '@claimdesk/cms/types';
import { escapeHtml } from '../escape-html.ts';
import { mediaUrl, presentPicture } from './present-picture.ts';

/** A picture in running text is as wide as the text, or as the screen where that is narrower. */
const sizes = '(min-width: 50rem) 45rem, 100vw';

/**
 * @param upload what a rich text holds of an uploaded file; an id alone where the file is gone.
 * @returns a picture in the widths that it was saved in, which keeps its place free and is fetched when it comes near; a
 * link for a file that is no picture; nothing where there is nothing to show.
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
