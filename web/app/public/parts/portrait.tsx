import type { PagePicture as Picture } from '#web/app/ui/files/content-types.ts';
import { PagePicture } from './page-picture.tsx';

interface Props {
  photo: Picture | null;
  /** Which drawing replaces a photograph. */
  drawing?: 0 | 1 | 2 | null;
  name: string;
}

/**
 * The photograph that editors chose, a drawing, or the initials. The last two add nothing to the name beside them, so
 * they are decoration.
 */
export function Portrait({ photo, drawing = null, name }: Props) {
  if (drawing !== null && !photo) return <DrawnPortrait drawing={drawing} />;
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

const hair = [
  'M28 42c-3-16 6-25 20-25s23 9 20 25c-4-8-9-12-15-13-7 5-17 6-25 13Z',
  'M27 66c-6-30 2-49 21-49s27 19 21 49l-6 2c4-16 2-28-4-35-8 5-17 6-24 5-4 8-4 18-1 30Z',
  'M29 38c0-14 8-20 19-20s19 6 19 20c-5-7-11-9-19-9s-14 2-19 9Z',
] as const;

function DrawnPortrait({ drawing }: { drawing: 0 | 1 | 2 }) {
  return (
    <span className="portrait">
      <svg className="illustration" viewBox="0 0 96 96" aria-hidden="true" focusable="false">
        <g className="lines">
          <path
            className={drawing === 1 ? 'fill-clay' : 'fill-teal'}
            d="M12 97c2-20 15-29 36-29s34 9 36 29Z"
          />
          <circle className="fill-paper" cx="48" cy="44" r="19" />
          <path className="fill-ink" d={hair[drawing]} />
          <path d="M41 45v1M55 45v1M42 54c4 3 8 3 12 0" />
        </g>
      </svg>
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
