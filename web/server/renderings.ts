import { createHash } from 'node:crypto';
import type { Renderings } from '#web/app/context.ts';

/** HTML, and in between the places of values. */
type Pieces = (string | number)[];

/** More than there are steps of forms. The oldest are dropped: the office opens and closes, and each page says so. */
const mostKept = 100;

export function makeRenderings(): Renderings {
  const kept = new Map<string, Pieces>();
  return async (data, values, render) => {
    const has = values.map((value) => value !== '');
    const key = createHash('sha256')
      .update(JSON.stringify([data, has]))
      .digest('base64');
    const known = kept.get(key);
    if (known) return known.map((piece) => (typeof piece === 'number' ? values[piece] : piece)).join('');
    const html = await render();
    const pieces = cut(html, values);
    // A value that is not there might be written in another way, and somebody else would get it.
    if (values.every((value, at) => value === '' || pieces.includes(at))) kept.set(key, pieces);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '');
    return html;
  };
}

function cut(html: string, values: readonly string[]): Pieces {
  return values.reduce<Pieces>(
    (pieces, value, at) =>
      value === ''
        ? pieces
        : pieces.flatMap((piece) => (typeof piece === 'string' ? cutOut(piece, value, at) : piece)),
    [html],
  );
}

function cutOut(html: string, value: string, at: number): Pieces {
  return html.split(value).flatMap((piece, place) => (place === 0 ? [piece] : [at, piece]));
}
