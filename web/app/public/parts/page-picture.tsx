import type { PagePicture as Picture } from '#web/app/ui/files/content-types.ts';

interface PagePictureProps {
  picture: Picture;
  sizes: string;
  loading?: 'lazy' | 'eager';
}

/**
 * A picture from the CMS in the widths that it was saved in; the browser takes the one that fits. Its place is kept
 * free from the start, and it is fetched when it comes near.
 *
 * @param sizes how wide it is shown, as in the attribute of the same name.
 * @param loading `eager` for one that is seen first.
 */
export function PagePicture({ picture, sizes, loading = 'lazy' }: PagePictureProps) {
  const { alt, width, height, sources } = picture;
  const widest = sources.at(-1);
  if (!widest) return null;
  return (
    <img
      className="picture"
      src={widest.url}
      srcSet={sources.map((source) => `${source.url} ${source.width}w`).join(', ')}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={loading}
      decoding="async"
    />
  );
}
