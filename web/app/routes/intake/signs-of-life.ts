/**
 * Whatever shows that somebody is using the page. Scrolling is known by what the hand does: the page also scrolls by
 * itself when it opens.
 */
export const signsOfLife = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'touchmove',
  'keydown',
] as const;

export interface Point {
  x: number;
  y: number;
}

/** A pointer at rest also reports a move when the page changes under it, so only a real distance counts. */
const stillPixels = 3;

export function wasMoved(first: Point, now: Point): boolean {
  return Math.hypot(now.x - first.x, now.y - first.y) > stillPixels;
}
