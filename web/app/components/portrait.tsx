import type { PagePicture as Picture } from '#web/app/content-types.ts';
import { PagePicture } from './page-picture.tsx';

/** The photograph that editors chose, or the initials, which say nothing that the name beside them does not. */
export function Portrait({ photo, name }: { photo: Picture | null; name: string }) {
  return photo ? (
    <span className="portrait">
      <PagePicture picture={photo} sizes="3rem" />
    </span>
  ) : (
    <span className="initials" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** @returns the first letters of the first and the last word, in capitals. */
function initialsOf(name: string): string {
  const words = name.match(/\p{L}[^\s]*/gu) ?? [];
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
