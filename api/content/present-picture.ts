import type { Media } from '@claimdesk/cms/types';

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

/** @returns the path at which the site serves an uploaded file. */
export function mediaUrl(filename: string): string {
  return mediaPath + encodeURIComponent(filename);
}
