import type { Media } from '@claimdesk/cms/types';
import { escapeHtml } from '#api/platform/http/escape-html.ts';

export interface PagePicture {
  /** Empty for a decorative picture. */
  alt: string;
  width: number;
  height: number;
  /** Widest last. */
  sources: { url: string; width: number }[];
}

/** Where the site serves uploaded files. */
const mediaPath = '/media/';

/** @returns a picture in all its widths, widest last; null if it is missing, not an image, or not populated. */
export function presentPicture(media: string | Media | null | undefined): PagePicture | null {
  if (!media || typeof media === 'string' || !media.mimeType?.startsWith('image/')) return null;
  const { filename, width, height } = media;
  if (!filename || !width || !height) return null;
  const smaller = Object.values(media.sizes ?? {}).flatMap((size) =>
    size?.filename && size.width && size.width < width
      ? [{ url: mediaUrl(size.filename), width: size.width }]
      : [],
  );
  return {
    alt: media.decorative ? '' : (media.alt ?? ''),
    width,
    height,
    sources: [...smaller.sort((a, b) => a.width - b.width), { url: mediaUrl(filename), width }],
  };
}

export function mediaUrl(filename: string): string {
  return mediaPath + encodeURIComponent(filename);
}

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
